"""The run script on machines that lack something: it installs, or says exactly what to install."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOOLS = ("cat", "dirname", "env", "mktemp", "rm", "sh")
ALL = "python3 python3-venv libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class Machine:
    """A folder with a checkout in it and the few commands this machine has."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "a checkout"
        self.bin = folder / "bin"
        self.log = folder / "calls"
        self.checkout.mkdir()
        self.bin.mkdir()
        for name in ("run", "requirements.lock"):
            shutil.copy2(ROOT / name, self.checkout / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found
            (self.bin / tool).symlink_to(found)
        self.command("id", "echo 1000")

    def command(self, name: str, script: str) -> None:
        """Give the machine a command; each call is written down, then the script runs."""
        path = self.bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{script}\n')
        path.chmod(0o755)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What ./run does here."""
        return subprocess.run(
            [str(self.checkout / "run"), *words],
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self, name: str) -> list[str]:
        """The calls of a command, in order."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith(f"{name} ")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with neither Python nor a way to install it."""
    return Machine(tmp_path)


def test_without_apt_it_names_what_is_missing(machine: Machine) -> None:
    ran = machine.run("test")
    assert ran.returncode == 2
    assert ran.stderr == (
        f"run: this machine lacks (by their Debian names): {ALL}. Install them and try again.\n"
    )


def test_without_the_right_to_install_it_gives_the_command(machine: Machine) -> None:
    machine.command("apt-get", "exit 1")
    machine.command("sudo", "exit 1")
    ran = machine.run("test")
    assert ran.returncode == 2
    assert f"sudo apt-get update && sudo apt-get install {ALL}\n" in ran.stderr
    assert not machine.calls("apt-get")


def test_an_old_python_counts_as_none(machine: Machine) -> None:
    machine.command("python3", 'case "$1" in --version) echo Python 3.10.1;; *) exit 1;; esac')
    machine.command("apt-get", "exit 0")
    machine.command("id", "echo 0")
    ran = machine.run("test")
    assert ran.returncode == 2
    assert "Python 3.11 or newer is needed; this machine has Python 3.10.1." in ran.stderr


@pytest.mark.parametrize(("user", "become"), [(0, ""), (1000, "sudo")])
def test_it_installs_where_it_may(machine: Machine, user: int, become: str) -> None:
    machine.command("id", f"echo {user}")
    machine.command("apt-get", "exit 0")
    machine.command("sudo", 'shift; exec "$@"')
    machine.command("true", "exit 0")
    assert machine.run("test").returncode == 2  # nothing came of it, and that is noticed
    update, install = machine.calls("apt-get")
    assert update == "apt-get update"
    assert install.endswith(f"install -y --no-install-recommends {ALL}")
    assert bool(machine.calls("sudo")) == bool(become)


def test_a_failed_installation_shows_what_apt_said(machine: Machine) -> None:
    machine.command("id", "echo 0")
    machine.command("apt-get", "echo no space left; exit 100")
    ran = machine.run("test")
    assert ran.returncode == 2
    assert "no space left" in ran.stderr
    assert f"run: apt-get could not install: {ALL}" in ran.stderr


def test_a_missing_library_alone_is_asked_for(machine: Machine) -> None:
    """The Python is good; its probe reports one library."""
    machine.command("python3", '[ "$1" != - ] || echo 3.11.2-abc libharfbuzz-subset0')
    ran = machine.run("test")
    assert ran.returncode == 2
    assert "(by their Debian names): libharfbuzz-subset0. Install" in ran.stderr


SERVERS = "dovecot-imapd dovecot-lmtpd exim4-daemon-light"


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """A machine that is set up, with a browser and no mail servers."""
    (machine.checkout / ".venv/bin").mkdir(parents=True)
    (machine.checkout / ".venv/stamp").write_text("3.11.2-abc\n")
    machine.command("python", '[ "$1" != - ] || echo 3.11.2-abc')
    (machine.bin / "python").rename(machine.checkout / ".venv/bin/python")
    (machine.bin / "pwd").symlink_to(shutil.which("pwd") or "/bin/pwd")
    script = machine.checkout / "run"
    text = script.read_text()
    assert "\nservers=/usr " in text
    script.write_text(text.replace("\nservers=/usr ", f"\nservers={machine.bin.parent}/usr "))
    (machine.bin.parent / "usr/sbin").mkdir(parents=True)
    browser = machine.bin.parent / "usr/bin/chromium"
    browser.parent.mkdir()
    browser.write_text("")
    browser.chmod(0o755)
    return machine


def apt(machine: Machine, version: str, code: int = 0) -> None:
    policy = machine.bin.parent / "usr/sbin/policy-rc.d"
    machine.command("apt-get", f'[ "$1" = update ] || cat "{policy}"; exit {code}')
    machine.command("apt-cache", f"echo '  Candidate: {version}'")
    (machine.bin / "chmod").symlink_to(shutil.which("chmod") or "/bin/chmod")


def test_mail_servers_for_tests_are_installed_but_not_started(ready: Machine) -> None:
    ready.command("id", "echo 0")
    apt(ready, "1:2.3.19.1+dfsg1-2.1")
    ran = ready.run("test")
    assert ran.returncode == 0
    _update, install = ready.calls("apt-get")
    assert install.endswith(f"install -y --no-install-recommends --no-remove {SERVERS}")
    assert not (ready.bin.parent / "usr/sbin/policy-rc.d").exists()
    assert "NOT TESTED" not in ran.stderr
    assert ready.calls("python")[-1].startswith("python -m pytest")


@pytest.mark.parametrize(
    ("user", "version", "code", "why"),
    [
        (1000, "1:2.3.19", 0, "we may not install packages"),
        (0, "1:2.4.1+dfsg1-6", 0, "apt-get: these tests know Dovecot 2.3, apt has another"),
        (0, "1:2.3.19", 100, "apt-get: "),
    ],
)
def test_without_mail_servers_the_tests_run_and_say_so(
    ready: Machine, user: int, version: str, code: int, why: str
) -> None:
    ready.command("id", f"echo {user}")
    apt(ready, version, code)
    ran = ready.run("test")
    assert ran.returncode == 0
    assert f"*** NOT TESTED with real mail servers: {SERVERS} missing, {why}" in ran.stderr
    assert ready.calls("python")[-1].startswith("python -m pytest")
    before = len(ready.calls("apt-get"))
    assert "NOT TESTED" in ready.run("test").stderr
    assert len(ready.calls("apt-get")) == before  # once is enough


def test_mail_servers_that_are_there_are_left_alone(ready: Machine) -> None:
    ready.command("id", "echo 0")
    apt(ready, "1:2.3.19")
    usr = ready.bin.parent / "usr"
    (usr / "lib/dovecot").mkdir(parents=True)
    for name in ("lib/dovecot/imap", "lib/dovecot/lmtp", "sbin/exim4"):
        (usr / name).write_text("")
        (usr / name).chmod(0o755)
    assert ready.run("test").stderr == ""
    assert not ready.calls("apt-get")


def test_a_browser_for_tests_is_installed_whatever_dovecot_apt_has(ready: Machine) -> None:
    ready.command("id", "echo 0")
    apt(ready, "1:2.4.1+dfsg1-6")
    (ready.bin.parent / "usr/bin/chromium").unlink()
    ran = ready.run("test")
    assert ran.returncode == 0
    assert [call for call in ready.calls("apt-get") if call.endswith("--no-remove chromium")]
    assert "in a real browser" not in ran.stderr


def test_without_a_browser_the_tests_run_and_say_so(ready: Machine) -> None:
    ready.command("id", "echo 1000")
    apt(ready, "1:2.3.19")
    (ready.bin.parent / "usr/bin/chromium").unlink()
    ran = ready.run("test")
    assert ran.returncode == 0
    said = "*** NOT TESTED in a real browser: chromium missing, we may not install packages ***"
    assert said in ran.stderr


@pytest.mark.parametrize("name", ["run", ".ci/run"])
def test_the_scripts_are_runnable(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111
