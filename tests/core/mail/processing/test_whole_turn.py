"""A whole turn by mail, over real servers: sheets in, receipts back, reports out, each his own.

Players hand their mails to Exim, which gives them to Dovecot; the game master fetches over IMAP
and sends through Exim; players read over IMAP.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.mail.daemon import Watch, idle
from pbm.mail.fetch import fetch
from pbm.mail.outbound.delivery_log import BegunPart, begin, records
from pbm.mail.outbound.report_packages import parcels
from pbm.mail.outbound.send import send
from pbm.service.api import new_campaign, run_turn, status
from pbm.storage.turn_folders import digest, in_force
from tests.core import table
from tests.core.mail.office import attached, text_of
from tests.core.mail.servers import HOST, Dovecot, Exim, dovecot, exim, need_post
from tests.shipped import CAMPAIGNS, played

GM = "gm@example.org"


@dataclass(frozen=True)
class Town:
    """A mail server with boxes for the game master and the players."""

    box: Dovecot
    post: Exim
    campaign: Campaign

    def hand_in(self, mails: list[tuple[str, bytes]]) -> None:
        """Players send mails, one after the other; until all have come."""
        before = len(self.box.inbox("gm"))
        for sender, mail in mails:
            self.post.submit(mail, sender=sender, to=GM)
        self.wait("gm", before + len(mails))

    def wait(self, user: str, count: int) -> list[EmailMessage]:
        """A user's mails once there are so many."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = self.box.read(user)
            if len(found) >= count:
                break
            time.sleep(0.2)
        assert len(found) == count, (user, count, [str(one["Subject"]) for one in found])
        return found


@contextmanager
def town(campaign: Campaign, players: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    users = {name: f"{name}-word" for name in ("gm", *players)}
    with dovecot(users) as box, exim(box.lmtp, users) as post:
        monkeypatch.setenv("GM_IN", users["gm"])
        monkeypatch.setenv("GM_OUT", post.password)
        file = campaign.folder / "campaign.toml"
        file.write_text(
            file.read_text()
            + f"""
[mail]
address = "{GM}"

[mail.in]
kind = "imap"
host = "{HOST}"
port = {box.imaps}
user = "gm"
password_env = "GM_IN"
ca_file = "{box.ca}"

[mail.out]
kind = "smtp"
host = "{HOST}"
port = {post.smtp}
security = "starttls"
user = "{post.user}"
password_env = "GM_OUT"
ca_file = "{post.ca}"
"""
        )
        yield Town(box, post, open_campaign(campaign.folder))


# --- the shapes people send ---------------------------------------------------------------------


def mail(sender: str, subject: str = "orders", **heads: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, GM, subject
    word = digest(f"{sender} {subject}".encode())[:20]
    message["Message-ID"] = f"<{word}@{sender.partition('@')[2]}>"
    for name, value in heads.items():
        message[name.replace("_", "-")] = value
    return message


def plain(sender: str, sheet: str) -> bytes:
    message = mail(sender, "plain")
    message.set_content(f"Hi,\n\nhere we go.\n\n{sheet}\nCheers\n-- \nA player\n")
    return message.as_bytes()


def over_quote(sender: str, sheet: str) -> bytes:
    """A reply with the new sheet on top and the whole report below it, quoted."""
    message = mail(sender, "Re: report")
    old = "\n".join(f"> {line}" for line in sheet.replace("add 5", "add 9").splitlines())
    message.set_content(f"{sheet}\nOn Monday the game master wrote:\n> Your next sheet\n{old}\n")
    return message.as_bytes()


def html_only(sender: str, sheet: str) -> bytes:
    message = mail(sender, "from the web")
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in sheet.splitlines())
    message.set_content(f"<html><body><p>My orders:</p>{lines}</body></html>", subtype="html")
    return message.as_bytes()


def text_file(sender: str, sheet: str) -> bytes:
    message = mail(sender, "as a file")
    message.set_content("See attachment.\n")
    message.add_attachment(
        sheet.replace("\n", "\r\n").encode("cp1252"),
        maintype="text",
        subtype="plain",
        filename="Orders 6.TXT",
    )
    return message.as_bytes()


def word_file(sender: str, sheet: str) -> bytes:
    message = mail(sender, "as a Word file")
    message.set_content("orders attached\n")
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    rows = "".join(
        "<w:p><w:r><w:t xml:space='preserve'>" + escape(line) + "</w:t></w:r></w:p>"
        for line in sheet.splitlines()
    )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
        packed.writestr(
            "word/document.xml",
            f"<w:document xmlns:w='{space}'><w:body>{rows}</w:body></w:document>",
        )
    message.add_attachment(
        held.getvalue(),
        maintype="application",
        subtype="vnd.openxmlformats-officedocument.wordprocessingml.document",
        filename="orders.docx",
    )
    return message.as_bytes()


def undeclared(sender: str, sheet: str) -> bytes:
    """Bytes with a byte order mark and no word of what they are."""
    head = f"From: {sender}\r\nTo: {GM}\r\nSubject: telefon\r\nMessage-ID: <tel@{sender[:3]}.x>\r\n"
    body = "\ufeff" + sheet.replace("\n", "\r\n")
    return head.encode() + b"\r\n" + body.encode("utf-8")


def truncated(sender: str, sheet: str) -> bytes:
    message = mail(sender, "cut off")
    message.set_content(sheet.rpartition("END")[0])
    return message.as_bytes()


def robot(sender: str) -> bytes:
    message = mail(sender, "Out of office", Auto_Submitted="auto-replied")
    message.set_content("I am away until Monday.\n")
    return message.as_bytes()


def asking(sender: str, *lines: str) -> bytes:
    message = mail(sender, "please")
    message.set_content("\n".join([*lines, ""]))
    return message.as_bytes()


Shape = Callable[[str, str], bytes]


def with_pass(campaign: Campaign, player: str, sheet: str, mailing: str) -> str:
    """A sheet with its player's pass on it."""
    head, _, rest = sheet.partition("\n")
    return f"{head}\nPASS {campaign.password(player, mailing)}\n{rest}"


def kinds(mails: list[EmailMessage]) -> list[str]:
    return [str(one["Subject"]) for one in mails]


def each_has_exactly_his_own(town: Town, turn: str, folder: str, players: list[str]) -> None:
    """Of this turn each player's box holds one report: his; no other's pass, packet or file."""
    campaign = town.campaign
    passes = {
        (player, part.mailing): campaign.password(player, part.mailing)
        for player in players
        for part in in_force(campaign.folder)[-1].part.next
    }
    for player in players:
        mails = town.box.read(player)
        reports = [one for one in mails if f"turn {turn}: report" in str(one["Subject"])]
        assert len(reports) == 1, kinds(mails)
        held = attached(reports[0])
        stored = campaign.folder / "turns" / folder / "reports" / player
        assert sorted(held.values()) == sorted(file.read_bytes() for file in stored.iterdir())
        (packet,) = (data for name, data in held.items() if name.endswith("packet.json"))
        assert json.loads(packet)["player"]["id"] == player
        for one in mails:
            assert [to.addr_spec for to in one["To"].addresses] == [f"{player}@example.org"]
            whole = "\n".join(
                [text_of(one), *(data.decode("latin-1") for data in attached(one).values())]
            )
            assert campaign.secret.seed not in whole
            for (owner, mailing), word in passes.items():
                # His next pass stands in his report and his next sheet, and in nobody else's.
                assert (word in whole) == (owner == player and one is reports[0]), (owner, mailing)


# --- a small campaign, always -------------------------------------------------------------------


def test_a_turn_of_a_duel_goes_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_post()
    players = ["rook", "heron"]
    campaign = new_campaign(
        tmp_path / "duel",
        "knighthawks/duel",
        players=("A=Rook:rook@example.org", "B=Heron:heron@example.org"),
        seed="by mail",
    )
    with town(campaign, players, monkeypatch) as there:
        campaign = there.campaign
        # The first reports and set-up sheets go out ...
        assert send([campaign]).is_whole
        sheets: dict[str, str] = {}
        for player in players:
            (first,) = there.wait(player, 1)
            (sheet,) = (d for n, d in attached(first).items() if n.endswith("orders.txt"))
            # As it stands: a line FINAL lets a prefilled sheet count.
            final = sheet.decode().replace("\nEND\n", "\nFINAL\nEND\n")
            sheets[player] = with_pass(campaign, player, final, "0")
        # ... players send them back, each in his way, one with a wrong pass first ...
        wrong = re.sub(r"PASS .*", "PASS AAAA-BBBB-CCCC-DDDD", sheets["heron"])
        there.hand_in(
            [
                ("heron@example.org", plain("heron@example.org", wrong)),
                ("rook@example.org", over_quote("rook@example.org", sheets["rook"])),
                ("heron@example.org", word_file("heron@example.org", sheets["heron"])),
                ("rook@example.org", robot("rook@example.org")),
            ]
        )
        done = fetch([campaign])
        assert done.problems == ()
        assert done.counts == {"refused": 1, "taken": 2, "automatic": 1}
        # ... and get their receipts.
        assert send([campaign]).is_whole
        assert "SETUP duel turn 0 for Rook" in text_of(there.wait("rook", 2)[1])
        answers = [text_of(one) for one in there.wait("heron", 3)[1:]]
        assert sum("is now in force" in one or "in force" in one for one in answers) == 1
        assert sum("pass" in one.casefold() for one in answers) == 2
        assert status(campaign).ready
        run_turn(campaign)
        assert send([campaign]).is_whole
        assert there.wait("rook", 3)
        assert there.wait("heron", 4)
        each_has_exactly_his_own(there, "0", "000", players)
        assert fetch([campaign]).counts == {}
        assert send([campaign]).rows == []
        assert {one.state for one in records(campaign.folder).values()} == {"sent"}


def test_the_watch_is_woken_by_a_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With IDLE a mail ends the rest at once, long before its time is over."""
    need_post()
    from threading import Event, Timer

    table.set_table(monkeypatch)
    campaign = table.begin(tmp_path, at=table.BEGUN)
    with town(campaign, ["ilse", "bob"], monkeypatch) as there:
        part = there.campaign.part.mail
        assert part is not None
        assert part.source is not None
        stop = Event()
        began = time.monotonic()
        assert idle(part.source, campaign.folder, 1, stop)
        assert 0.9 < time.monotonic() - began < 30
        sheet = with_pass(there.campaign, "ilse", table.sheet("Ilse", "0", "hide 1").decode(), "0")
        news: list[str] = []
        wrong: list[str] = []
        watch = Watch([campaign.folder], fetch, stop, news.append, wrong.append, 300)

        def heard(line: str) -> None:
            news.append(line)
            if "receipt" in line:
                stop.set()

        watch.tell = heard
        write = Timer(
            2, lambda: there.box.deliver("gm", plain("ilse@example.org", sheet), sender="a@b.c")
        )
        write.start()
        began = time.monotonic()
        watch.run()
        write.join()
        assert time.monotonic() - began < 60
        assert wrong == []
        assert any("1 mail: 1 taken" in line for line in news)
        assert any("receipt" in line and line.endswith("sent") for line in news)


# --- six empires --------------------------------------------------------------------------------


def as_it_stood(folder: Path, turn: int) -> Campaign:
    """The campaign of six empires while it waited for a turn."""
    work = folder / "age"
    shutil.copytree(played("age"), work)
    for part in ("turns", "inbox", "outbox"):
        for entry in (work / part).glob("*"):
            if entry.name[:3].isdigit() and int(entry.name[:3]) >= turn:
                if entry.is_dir():
                    shutil.rmtree(entry)
                else:
                    entry.unlink()
    answers = work / "inbox" / f"{turn:03d}"
    answers.mkdir()
    shutil.copy2(CAMPAIGNS / "age/inbox" / answers.name / "rulings.txt", answers / "rulings.txt")
    return open_campaign(work)


def facts(turn: Path) -> list[dict[str, object]]:
    """The events of a turn but for the numbers of order lines: in a mail they stand elsewhere."""
    lines = (turn / "events.jsonl").read_text().splitlines()
    return [
        {key: value for key, value in json.loads(line).items() if key not in ("order", "prev")}
        for line in lines
    ]


@pytest.mark.slow
def test_a_turn_of_six_empires_goes_by_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_post()
    campaign = as_it_stood(tmp_path, 6)
    players = ["virus", "minky", "pagan", "aroma", "muddy", "mersy"]
    orders = played("age") / "turns/006/orders"
    with town(campaign, players, monkeypatch) as there:
        campaign = there.campaign
        # The first six turns were handed out otherwise.
        old = tuple(one.id for one in parcels(campaign))
        begin(campaign.folder, BegunPart(at="2026-11-01T12:00:00Z", not_by_mail=old))
        sheet = {
            who: with_pass(campaign, who, (orders / who / "1.txt").read_text(), "6")
            for who in players
        }
        shape: dict[str, Shape] = {
            "virus": plain,
            "minky": over_quote,
            "pagan": html_only,
            "aroma": text_file,
            "muddy": undeclared,
            "mersy": word_file,
        }
        at = {who: f"{who}@example.org" for who in players}
        wrong = re.sub(r"PASS .*", "PASS AAAA-BBBB-CCCC-DDDD", sheet["minky"])
        good = {who: shape[who](at[who], sheet[who]) for who in players}
        resend = f"PASS {campaign.password('pagan', '6')}"
        there.hand_in(
            [
                (at["minky"], plain(at["minky"], wrong)),
                (at["muddy"], truncated(at["muddy"], sheet["muddy"])),
                *((at[who], good[who]) for who in players),
                (at["virus"], good["virus"]),
                (at["mersy"], robot(at["mersy"])),
                (at["pagan"], asking(at["pagan"], "RESEND TURN 3", resend)),
                (at["aroma"], asking(at["aroma"], "When is the next turn? I liked this one.")),
            ]
        )
        fetched = fetch([campaign])
        assert fetched.problems == ()
        assert sum(fetched.counts.values()) == 12
        assert fetched.counts["taken"] == 7  # six sheets and a request
        assert fetched.counts["again"] == 1
        assert fetched.counts["automatic"] == 1
        assert status(campaign).ready
        for who in players:  # what was taken says what was sent, line by line
            (kept,) = (campaign.folder / "inbox/006" / who).glob("*.receipt.txt")
            assert f"ORDERS age turn 6 for {who.upper()}" in kept.read_text()
        assert send([campaign]).is_whole
        # One answer for each mail: of two mails two, of the robot's none, of the same twice one.
        answers = {"virus": 1, "minky": 2, "pagan": 2, "aroma": 2, "muddy": 2, "mersy": 1}
        for who in players:
            subjects = kinds(there.wait(who, answers[who]))
            receipts = 2 if who == "pagan" else 1  # he asked for something, too
            assert sum("receipt" in one for one in subjects) == receipts, (who, subjects)
        (old_report,) = (one for one in there.box.read("pagan") if attached(one))
        (packet,) = (d for n, d in attached(old_report).items() if n.endswith("packet.json"))
        assert json.loads(packet)["mailing"] == "3"
        assert json.loads(packet)["player"]["id"] == "pagan"
        ran = run_turn(campaign)
        assert ran.folder is not None, ran.lines
        # The turn comes out as it did when the sheets were handed in by themselves.
        assert facts(ran.folder) == facts(played("age") / "turns/006")
        assert send([campaign]).is_whole
        for who in players:
            there.wait(who, answers[who] + 1)
        each_has_exactly_his_own(there, "6", "006", players)
