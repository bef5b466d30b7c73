"""Mail servers on loopback for tests: a real Dovecot, a real Exim, aiosmtpd, and a cutting proxy.

Each is a context manager that is up when it is entered and gone when it is left, on ports that
were free, with certificates by trustme. They run as root or as a plain user. Dovecot and Exim
are skipped, with a line that cannot be overlooked, where they are not there (``need_post``).
"""

from __future__ import annotations

import asyncio
import contextlib
import grp
import os
import pwd
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

HOST = "127.0.0.1"
DOMAIN = "example.org"
UP_S = 15.0
Server = TypeVar("Server")
# The account that Debian's package makes; Exim looks it up even where a plain user runs it.
EXIM_USER = "Debian-exim"


class NotUp(Exception):
    """A server that did not come up, with the end of its log."""


# --- what is there ------------------------------------------------------------------------------


@cache
def dovecot_missing() -> str:
    """Why no real Dovecot can run here; "" if it can."""
    program = _program("dovecot")
    if not program:
        return "dovecot is not installed (Debian: dovecot-imapd dovecot-lmtpd)"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    version = said.stdout.split(" ")[0].strip()
    if not version.startswith("2.3"):
        return f"these tests know the settings of Dovecot 2.3, this is {version or 'unknown'}"
    if not Path("/usr/lib/dovecot/lmtp").exists():
        return "Dovecot has no LMTP (Debian: dovecot-lmtpd)"
    return ""


@cache
def exim_missing() -> str:
    """Why no real Exim can run here; "" if it can."""
    if not _program("exim4", "exim"):
        return "exim is not installed (Debian: exim4-daemon-light)"
    try:
        pwd.getpwnam(EXIM_USER)
    except KeyError:
        return f"there is no user {EXIM_USER}, which Exim looks up"
    return ""


def need_post() -> None:
    """Skip a test that needs the real servers, loudly, where they cannot be."""
    for missing in (dovecot_missing(), exim_missing()):
        if missing:
            loud(missing)
            pytest.skip(missing)


_said: set[str] = set()


def loud(missing: str) -> None:
    """Say once, past every capture of output, that tests of real servers do not run."""
    if missing not in _said:
        _said.add(missing)
        line = f"\n*** NOT TESTED with real mail servers: {missing} ***\n"
        sys.__stderr__.write(line)  # type: ignore[union-attr]
        sys.__stderr__.flush()  # type: ignore[union-attr]


def _program(*names: str) -> str:
    where = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
    return next((found for name in names if (found := shutil.which(name, path=where))), "")


# --- certificates and ports ---------------------------------------------------------------------


@cache
def authority() -> trustme.CA:
    """One authority for all servers of a test run."""
    return trustme.CA()


@dataclass(frozen=True)
class Papers:
    """A server's certificate and key, and the file of the authority that clients trust."""

    cert: Path
    key: Path
    ca: Path


def papers(folder: Path, *names: str) -> Papers:
    """Certificate files for a server that is called so; by itself ``localhost``, 127.0.0.1."""
    folder.mkdir(parents=True, exist_ok=True)
    made = authority().issue_cert(*(names or ("localhost", HOST)))
    found = Papers(folder / "cert.pem", folder / "key.pem", folder / "ca.pem")
    found.cert.write_bytes(b"".join(blob.bytes() for blob in made.cert_chain_pems))
    found.key.write_bytes(made.private_key_pem.bytes())
    found.ca.write_bytes(authority().cert_pem.bytes())
    return found


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on now, all different."""
    with contextlib.ExitStack() as open_now:
        found = []
        for _ in range(count):
            one = open_now.enter_context(socket.socket())
            one.bind((HOST, 0))
            found.append(int(one.getsockname()[1]))
        return found


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + UP_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 0.5):
            return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    told = log.read_text(errors="replace")[-2000:] if log.exists() else ""
    raise NotUp(f"nothing answers on port {port}: {told}")


def _runner() -> pwd.struct_passwd:
    """Who runs the servers: we, or where we are root a plain user, as neither likes root."""
    return pwd.getpwuid(os.getuid()) if os.getuid() else pwd.getpwnam("mail")


def _group_name(who: pwd.struct_passwd) -> str:
    return grp.getgrgid(who.pw_gid).gr_name


def _begun(base: Path, who: pwd.struct_passwd, *command: str) -> subprocess.Popen[bytes]:
    """A server at work in a folder that is handed to whom it runs as."""
    more: dict[str, Any] = {}
    if os.getuid() == 0:
        for path in (base, *base.rglob("*")):
            os.chown(path, who.pw_uid, who.pw_gid)
        more = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    with (base / "stderr").open("wb") as told:
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=told,
            cwd=base,
            start_new_session=True,
            **more,
        )


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


@contextlib.contextmanager
def short_folder() -> Iterator[Path]:
    """A folder of our own with a short name: the path of a unix socket has a limit."""
    folder = Path(tempfile.mkdtemp(prefix="pbm", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _tried(begin: Callable[[], contextlib.AbstractContextManager[Server]]) -> Iterator[Server]:
    """A server, begun again where another program took its free port first."""
    for left in (2, 1, 0):
        with contextlib.ExitStack() as stack:
            try:
                found = stack.enter_context(begin())
            except NotUp:
                if not left:
                    raise
                continue
            yield found
            return


# --- Dovecot ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot: its ports, its users' passwords, where their mail lies."""

    imap: int
    imaps: int
    lmtp: int
    ca: Path
    users: Mapping[str, str]
    folder: Path

    def trust(self) -> ssl.SSLContext:
        """A client's trust in this server."""
        return ssl.create_default_context(cafile=str(self.ca))

    def deliver(self, user: str, *mails: bytes, sender: str = "someone@example.org") -> None:
        """Put mails into a user's inbox by LMTP, as a mail server does."""
        import smtplib

        with smtplib.LMTP(HOST, self.lmtp) as lmtp:
            for mail in mails:
                lmtp.sendmail(sender, [f"{user}@{DOMAIN}"], mail)

    def inbox(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """A user's mails as he fetches them over IMAP with TLS."""
        import imaplib

        with imaplib.IMAP4_SSL(HOST, self.imaps, ssl_context=self.trust()) as imap:
            imap.login(user, self.users[user])
            if imap.select(folder, readonly=True)[0] != "OK":
                return []
            numbers = imap.search(None, "ALL")[1][0].split()
            found = []
            for number in numbers:
                (_head, data), *_rest = imap.fetch(number.decode(), "(RFC822)")[1]  # type: ignore[misc]
                found.append(bytes(data))
            return found

    def read(self, user: str, folder: str = "INBOX") -> list[EmailMessage]:
        """The same, parsed."""
        return [parsed(data) for data in self.inbox(user, folder)]


def parsed(data: bytes) -> EmailMessage:
    """A mail's bytes as a message of the standard library."""
    found: EmailMessage = message_from_bytes(data, policy=policy.default)
    return found


@contextlib.contextmanager
def dovecot(users: Mapping[str, str]) -> Iterator[Dovecot]:
    """A Dovecot 2.3 with these users and passwords: IMAP, IMAPS, LMTP."""
    with _tried(lambda: _dovecot(users)) as found:
        yield found


@contextlib.contextmanager
def _dovecot(users: Mapping[str, str]) -> Iterator[Dovecot]:
    me = _runner()
    group = _group_name(me)
    with short_folder() as base:
        imap, imaps, lmtp = free_ports(3)
        paper = papers(base)
        (base / "mail").mkdir()
        (base / "users").write_text(
            "".join(f"{name}:{{PLAIN}}{word}\n" for name, word in users.items())
        )
        log = base / "dovecot.log"
        (base / "dovecot.conf").write_text(
            f"""
base_dir = {base}/run
state_dir = {base}/run
log_path = {log}
protocols = imap lmtp
listen = {HOST}
ssl = yes
ssl_cert = <{paper.cert}
ssl_key = <{paper.key}
disable_plaintext_auth = no
auth_username_format = %Ln
default_internal_user = {me.pw_name}
default_login_user = {me.pw_name}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{base}/mail/%n
mail_uid = {me.pw_uid}
mail_gid = {me.pw_gid}
mail_max_userip_connections = 100
imap_idle_notify_interval = 30 secs
lda_mailbox_autocreate = yes
passdb {{
  driver = passwd-file
  args = {base}/users
}}
userdb {{
  driver = static
  args = uid={me.pw_uid} gid={me.pw_gid} home={base}/mail/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = {HOST}
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""
        )
        process = _begun(base, me, _program("dovecot"), "-F", "-c", str(base / "dovecot.conf"))
        try:
            _wait_for(imaps, process, log)
            _wait_for(lmtp, process, log)
            yield Dovecot(imap, imaps, lmtp, paper.ca, dict(users), base)
        finally:
            _stop(process)


# --- Exim ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exim:
    """A running Exim: SMTP with STARTTLS, SMTPS, who may send, its logs."""

    smtp: int
    smtps: int
    ca: Path
    user: str
    password: str
    folder: Path

    def trust(self) -> ssl.SSLContext:
        """A client's trust in this server."""
        return ssl.create_default_context(cafile=str(self.ca))

    def submit(self, *mails: bytes, sender: str, to: str) -> None:
        """Hand mails in as a player's program does: STARTTLS, password, mail."""
        import smtplib

        with smtplib.SMTP(HOST, self.smtp, timeout=20) as smtp:
            smtp.starttls(context=self.trust())
            smtp.login(self.user, self.password)
            for mail in mails:
                smtp.sendmail(sender, [to], mail)

    @property
    def log(self) -> str:
        """What it wrote of its work."""
        file = self.folder / "log" / "mainlog"
        return file.read_text(errors="replace") if file.exists() else ""


@contextlib.contextmanager
def exim(lmtp: int, local: Mapping[str, str], *, size: str = "50M") -> Iterator[Exim]:
    """An Exim that hands mail for ``local`` users of example.org to an LMTP port.

    Who has given his password may send anywhere; nobody else may, and a user of example.org who
    is not there is refused at once. ``size`` is the largest mail it takes.
    """
    with _tried(lambda: _exim(lmtp, local, size)) as found:
        yield found


@contextlib.contextmanager
def _exim(lmtp: int, local: Mapping[str, str], size: str) -> Iterator[Exim]:
    me = _runner()
    user, password = "gm", "let-me-send"
    with short_folder() as base:
        smtp, smtps = free_ports(2)
        paper = papers(base)
        program = base / "exim"
        # Without its setuid bit, so that it stays who we are.
        shutil.copyfile(_program("exim4", "exim"), program)
        program.chmod(0o755)
        for name in ("spool", "log"):
            (base / name).mkdir()
        config = base / "exim.conf"
        config.write_text(
            f"""
exim_path = {program}
exim_user = {me.pw_name}
exim_group = {_group_name(me)}
deliver_drop_privilege = true
never_users =
primary_hostname = mail.{DOMAIN}
spool_directory = {base}/spool
log_file_path = {base}/log/%slog
pid_file_path = {base}/exim.pid
local_interfaces = {HOST}
daemon_smtp_ports = {smtp} : {smtps}
tls_on_connect_ports = {smtps}
tls_advertise_hosts = *
tls_certificate = {paper.cert}
tls_privatekey = {paper.key}
message_size_limit = {size}
smtp_accept_queue_per_connection = 0
smtp_accept_max = 50
rfc1413_query_timeout = 0s
host_lookup =
smtp_enforce_sync = false
keep_environment =
acl_smtp_rcpt = check_rcpt
acl_smtp_data = accept

begin acl
check_rcpt:
  accept domains = {DOMAIN}
         local_parts = {" : ".join(sorted(local)) or "nobody"}
  deny   domains = {DOMAIN}
         message = there is nobody of that name here
  accept authenticated = *
  deny   message = relay not permitted

begin routers
players:
  driver = manualroute
  domains = {DOMAIN}
  transport = to_lmtp
  route_list = * {HOST}
  self = send
elsewhere:
  driver = redirect
  data = :fail: this server knows no way there

begin transports
to_lmtp:
  driver = smtp
  protocol = lmtp
  port = {lmtp}
  hosts_avoid_tls = *
  allow_localhost

begin retry
*  *  F,1m,2s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if and{{{{eq{{$auth2}}{{{user}}}}}{{eq{{$auth3}}{{{password}}}}}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = ${{if and{{{{eq{{$auth1}}{{{user}}}}}{{eq{{$auth2}}{{{password}}}}}}}}}
  server_set_id = $auth1
"""
        )
        process = _begun(base, me, str(program), "-C", str(config), "-bdf", "-q2s")
        try:
            _wait_for(smtp, process, base / "stderr")
            _wait_for(smtps, process, base / "stderr")
            yield Exim(smtp, smtps, paper.ca, user, password, base)
        finally:
            _stop(process)


# --- a server of our own, for faults no real one shows on demand --------------------------------


@dataclass
class Book:
    """What an aiosmtpd took, and how it is to behave.

    ``sender`` answers who sends, one after the other (at MAIL), ``refuse`` a recipient's address
    (at RCPT), ``answer`` a mail by its number from 1 (at the end of DATA) in place of taking it;
    ``die_unheard`` is the number of the mail that is
    taken without a word of it: the line breaks before the answer.
    """

    mails: list[tuple[str, tuple[str, ...], bytes]] = field(default_factory=list)
    refuse: dict[str, str] = field(default_factory=dict)
    answer: dict[int, str] = field(default_factory=dict)
    die_unheard: int = 0
    sender: list[str] = field(default_factory=list)
    asked: int = 0

    def of(self, address: str) -> list[bytes]:
        """The mails taken for an address."""
        return [data for _sender, to, data in self.mails if address in to]

    async def handle_MAIL(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.sender:
            return self.sender.pop(0)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:
        self.asked += 1
        if self.asked in self.answer:
            return self.answer[self.asked]
        assert isinstance(envelope.content, bytes)
        self.mails.append((envelope.mail_from or "", tuple(envelope.rcpt_tos), envelope.content))
        if self.die_unheard and self.asked == self.die_unheard:
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
        return f"250 taken as {self.asked}"


@dataclass(frozen=True)
class Recorder:
    """A running aiosmtpd: its port, its book, whom clients trust."""

    port: int
    book: Book
    ca: Path
    user: str = "gm"
    password: str = "let-me-send"


@contextlib.contextmanager
def recorder(
    folder: Path, *, tls: str = "none", login: bool = False, most_bytes: int = 50_000_000
) -> Iterator[Recorder]:
    """An aiosmtpd that keeps what it gets. ``tls``: none, starttls or implicit."""
    book = Book()
    paper = papers(folder)
    trust = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trust.load_cert_chain(paper.cert, paper.key)
    (port,) = free_ports(1)
    found = Recorder(port, book, paper.ca)

    def allow(
        _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        good = (data.login, data.password) == (found.user.encode(), found.password.encode())
        return AuthResult(success=good, handled=False)

    more: dict[str, Any] = {}
    if tls == "starttls":
        more |= {"tls_context": trust, "require_starttls": True}
    if login:
        more |= {
            "authenticator": allow,
            "auth_required": True,
            "auth_require_tls": tls == "starttls",
        }
    server = Controller(
        book,
        hostname=HOST,
        port=port,
        ssl_context=trust if tls == "implicit" else None,
        data_size_limit=most_bytes,
        ready_timeout=20,
        **more,
    )
    server.start()
    try:
        yield found
    finally:
        server.stop()


# --- a line that breaks -------------------------------------------------------------------------


@dataclass
class Cut:
    """A proxy's account: its port, how many bytes passed either way, whether it broke."""

    port: int
    up: int = 0
    down: int = 0
    broke: bool = False


@contextlib.contextmanager
def cutting(
    port: int, *, up: int | None = None, down: int | None = None, times: int = 1
) -> Iterator[Cut]:
    """A line to a port that breaks after so many bytes sent (``up``) or received (``down``).

    It breaks for its first ``times`` connections and carries everything after that.
    """
    listener = socket.create_server((HOST, 0))
    listener.settimeout(0.1)
    cut = Cut(listener.getsockname()[1])
    done = threading.Event()
    left = [times]
    workers: list[threading.Thread] = []

    def carry(near: socket.socket) -> None:
        breaks = left[0] > 0
        left[0] -= 1
        with near, contextlib.suppress(OSError), socket.create_connection((HOST, port)) as far:
            budget = {"up": up if breaks else None, "down": down if breaks else None}

            def pump(source: socket.socket, sink: socket.socket, way: str) -> None:
                try:
                    while data := source.recv(4096):
                        rest = budget[way]
                        if rest is not None:
                            data, budget[way] = data[:rest], rest - len(data)
                        setattr(cut, way, getattr(cut, way) + len(data))
                        sink.sendall(data)
                        if rest is not None and rest <= len(data):
                            cut.broke = True
                            break
                except OSError:
                    pass
                for end in (source, sink):
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)

            back = threading.Thread(target=pump, args=(far, near, "down"), daemon=True)
            back.start()
            pump(near, far, "up")
            back.join(10)

    def serve() -> None:
        while not done.is_set():
            try:
                near, _where = listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            near.settimeout(None)
            worker = threading.Thread(target=carry, args=(near,), daemon=True)
            worker.start()
            workers.append(worker)

    server = threading.Thread(target=serve, daemon=True)
    server.start()
    try:
        yield cut
    finally:
        done.set()
        server.join(5)
        listener.close()
