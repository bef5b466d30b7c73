"""Who may, what is kept, what is answered to whom: mails of the tiny game from a folder."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbm.campaign.campaign import Campaign
from pbm.mail.fetch import fetch
from pbm.mail.inbound.mime import read_mail
from pbm.service.api import How, run_turn, status
from tests.core import table
from tests.core.mail.post import (  # fmt: skip
    BOB,
    CAME,
    ILSE,
    answers,
    became,
    drop,
    left,
    letter,
    only,
    post,
    ready,
    texts,
    with_mail,
    words,
)

pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def one_address(tmp_path: Path) -> Campaign:
    """Ilse and Bob are known by the same address."""
    return with_mail(table.played(tmp_path, 0, players=(f"A=Ilse:{ILSE}", f"B=Bob:{ILSE}")))


def in_force(campaign: Campaign) -> list[str]:
    return [row["sheet"] for row in status(campaign).rows]


def test_a_sheet_with_its_pass_is_taken_and_receipted(campaign: Campaign) -> None:
    raw = letter(words(campaign, "ilse", "1", "add 5", "jump"))
    assert became(campaign, raw) == ["taken"]
    assert in_force(campaign) == ["1 (mail.txt)", ""]
    said = only(campaign)
    assert (said.kind, said.to, said.in_reply_to, said.player, said.passed) == (
        "receipt", ILSE, "<1@example.org>", "ilse", True,
    )  # fmt: skip
    text = texts(campaign)["001/ilse/1.txt"]
    for words_ in (
        f"sha256 {hashlib.sha256(raw).hexdigest()}",
        f"sha256 {hashlib.sha256(text).hexdigest()}",
        "1 line understood",
        '"jump" is no order',
        "PASS: right.",
        "in force with the lines that were understood",
    ):
        assert words_ in said.body, words_
    assert left(campaign) == []
    assert campaign.password("ilse", "1") not in said.body


def test_the_same_mail_twice_is_one(campaign: Campaign) -> None:
    raw = letter(words(campaign))
    again = b"Received: from somewhere else\n" + raw
    assert became(campaign, raw, again) == ["taken", "again"]
    assert became(campaign, raw) == ["again"]
    assert list(texts(campaign)) == ["001/ilse/1.txt"]
    assert len(answers(campaign)) == 1


def test_without_a_pass_the_known_address_is_asked(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign, word=""))) == ["asked"]
    assert texts(campaign) == {}
    said = only(campaign)
    assert (said.kind, said.to, said.passed) == ("confirm", ILSE, False)
    assert campaign.password("ilse", "1") not in said.body
    (line,) = [line.strip() for line in said.body.split("\n") if "CONFIRM " in line]
    quoted = "> " + said.body.replace("\n", "\n> ")
    assert became(campaign, letter(f"yes\n{quoted}", id="<2@example.org>")) == ["taken"]
    assert in_force(campaign) == ["1 (mail.txt)", ""]
    assert "you confirmed the mail" in only(campaign, kind="receipt").body
    # The code is for that mail alone, and confirms it once.
    assert became(campaign, letter(line, id="<3@example.org>")) == ["taken"]
    assert list(texts(campaign)) == ["001/ilse/1.txt"]


def test_a_code_that_nobody_was_given_confirms_nothing(campaign: Campaign) -> None:
    became(campaign, letter(words(campaign, word="")))
    assert became(campaign, letter("CONFIRM AAAA-BBBB-CCCC-DDDD", id="<2@x>")) == ["refused"]
    assert texts(campaign) == {}
    assert "no mail is waiting for this code" in only(campaign, kind="refused").body


def test_the_game_master_may_refuse_what_has_no_pass(tmp_path: Path) -> None:
    campaign = ready(tmp_path, 'without_pass = "refuse"')
    assert became(campaign, letter(words(campaign, word=""))) == ["refused"]
    assert "this ORDERS sheet has no PASS line" in only(campaign).body


def test_a_stranger_without_a_pass_is_told_only_that(campaign: Campaign) -> None:
    raw = letter(words(campaign, "ilse", "1", "jump", word=""), "eve@example.net")
    assert became(campaign, raw) == ["refused"]
    said = only(campaign)
    assert said.to == "eve@example.net"
    assert "has no PASS line" in said.body
    assert "is no order" not in said.body
    assert ILSE not in said.body


def test_a_right_pass_counts_from_anywhere_and_the_player_is_told(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign), "ilse@work.example")) == ["taken"]
    assert only(campaign, kind="receipt").to == "ilse@work.example"
    told = only(campaign, kind="told")
    assert (told.to, told.passed) == (ILSE, False)
    assert "ilse@work.example" in told.body
    assert "add 5" not in told.body


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"word": "AAAA-BBBB-CCCC-DDDD"}, "the pass of this ORDERS sheet is wrong"),
        ({"of": "0"}, "is for another turn"),
        ({"game": "orion"}, 'this sheet is for "orion"'),
    ],
)
def test_what_is_wrong_is_answered_and_changes_nothing(
    campaign: Campaign, changes: dict[str, str], said: str
) -> None:
    became(campaign, letter(words(campaign, "ilse", "1", "add 1")))
    raw = letter(words(campaign, "ilse", "1", "add 9", **changes), id="<2@example.org>")
    assert became(campaign, raw) == ["refused"]
    answer = only(campaign, kind="refused")
    assert said in answer.body
    assert answer.to == ILSE
    assert list(texts(campaign)) == ["001/ilse/1.txt"]


def test_anothers_pass_is_wrong(campaign: Campaign) -> None:
    raw = letter(words(campaign, "ilse", word=campaign.password("bob", "1")), BOB)
    assert became(campaign, raw) == ["refused"]
    assert "the pass of this ORDERS sheet is wrong" in only(campaign).body


def test_a_sheet_for_a_turn_that_was_run_says_so(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign, "ilse", "0", "hide 1"))) == ["refused"]
    assert "this sheet is for turn 0" in only(campaign).body
    assert "Orders for turn 1 are due now" in only(campaign).body


def test_two_players_in_one_mail_are_asked_each_for_his_own(campaign: Campaign) -> None:
    text = words(campaign, "ilse") + "\n" + words(campaign, "bob", word="AAAA-BBBB-CCCC-DDDD")
    assert became(campaign, letter(text)) == ["taken"]
    assert list(texts(campaign)) == ["001/ilse/1.txt"]
    assert "is wrong" in only(campaign, kind="refused").body


def test_a_pass_beside_the_sheet_speaks_for_it(campaign: Campaign) -> None:
    text = f"PASS {campaign.password('ilse', '1')}\n\n{words(campaign, word='')}"
    assert became(campaign, letter(text)) == ["taken"]


def test_who_is_no_player_is_not_told_who_is(campaign: Campaign) -> None:
    raw = letter(words(campaign, "Carla", word="x"), "eve@example.net")
    assert became(campaign, raw) == ["refused"]
    assert "is not a player in this campaign" in only(campaign).body
    assert "Ilse" not in only(campaign).body
    became(campaign, letter(words(campaign, "Carla", word="x"), BOB, id="<2@x>"))
    assert "Ilse and Bob" in only(campaign, to=BOB).body


@pytest.mark.parametrize("word", ["", "0000-0000-0000-0000"])
@pytest.mark.parametrize("lines", ["", 'dkim = "needed"'])
def test_where_players_do_not_know_each_other_a_guessed_name_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, lines: str
) -> None:
    monkeypatch.setattr("pbm.mail.processing.process_mail.every_player", None)
    campaign = ready(tmp_path, lines)
    said = []
    for id, name, sender in (
        ("<1@x>", "bob", "eve@example.net"),
        ("<2@x>", "Zoe", "eva@example.net"),
    ):
        became(campaign, letter(words(campaign, name, word=word), sender, id=id))
        said.append(only(campaign, to=sender).body.replace(id, "").replace("Zoe", "Bob"))
    first, second = (re.sub("[0-9a-f]{64}", "", body) for body in said)
    assert "DKIM" in first or "PASS" in first
    assert first == second


@pytest.mark.parametrize(
    "heads",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Return_Path": "<>"},
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
    ],
)
def test_what_no_person_wrote_is_kept_and_neither_read_nor_answered(
    campaign: Campaign, heads: dict[str, str]
) -> None:
    assert became(campaign, letter(words(campaign), **heads)) == ["automatic"]
    assert texts(campaign) == {}
    assert answers(campaign) == []
    assert len(list((campaign.folder / "inbox/mail").glob("*.eml"))) == 1


def test_our_own_mail_that_comes_back_is_not_answered(campaign: Campaign) -> None:
    own = f"<eridani.{'a' * 40}@example.org>"
    assert became(campaign, letter(words(campaign), id=own)) == ["automatic"]


def test_a_mailing_list_is_never_answered_but_its_sheets_count(campaign: Campaign) -> None:
    raw = letter(words(campaign), "list@example.net", List_Id="<club.example.net>")
    assert became(campaign, raw) == ["taken"]
    assert {answer.to for answer in answers(campaign)} == {ILSE}
    raw = letter(words(campaign, word="x"), "list@example.net", List_Id="<c>", id="<2@x>")
    assert became(campaign, raw) == ["refused"]
    assert {answer.to for answer in answers(campaign)} == {ILSE}


def test_answers_to_one_address_are_rationed(tmp_path: Path) -> None:
    campaign = ready(tmp_path, "answers_an_hour = 2")
    mails = [letter(words(campaign, "ilse", "1", f"add {n}"), id=f"<{n}@x>") for n in range(1, 6)]
    assert became(campaign, *mails) == ["taken"] * 5
    assert [one.kind for one in answers(campaign)].count("receipt") == 2
    assert "the last for a while" in only(campaign, kind="slow").body
    later = letter(words(campaign, "ilse", "1", "add 9"), id="<9@x>")
    drop(campaign, later)
    fetch([campaign], at="2026-03-02T13:00:01Z")
    assert len(answers(campaign)) == 4


def test_a_sheet_without_end_is_said_to_be_cut_off(campaign: Campaign) -> None:
    (row,) = post(campaign, letter(words(campaign).replace("END", ""))).rows
    assert row["became"] == "unread"
    assert row["why"].endswith("has no END")
    assert "has no END" in only(campaign).body
    assert texts(campaign) == {}


def test_mail_of_strangers_about_other_things_is_kept_and_not_answered(campaign: Campaign) -> None:
    assert became(campaign, letter("Buy now!", "shop@example.net")) == ["unread"]
    assert answers(campaign) == []
    assert became(campaign, letter("When is the turn due?", id="<2@x>")) == ["unread"]
    assert "It was passed on to your game master." in only(campaign, to=ILSE).body
    assert "ORDERS eridani turn 1 for Ilse" in only(campaign, to=ILSE).body


def test_mails_are_taken_in_the_order_in_which_they_were_sent(campaign: Campaign) -> None:
    new = letter(words(campaign, "ilse", "1", "add 9"), date="2026-03-02T10:30:00Z", id="<2@x>")
    old = letter(words(campaign, "ilse", "1", "add 1"), date="2026-03-02T10:00:00Z", id="<1@x>")
    post(campaign, new, old)
    assert in_force(campaign)[0].startswith("2 ")
    assert b"add 9" in texts(campaign)["001/ilse/2.txt"]
    late = letter(words(campaign, "ilse", "1", "add 3"), date="2026-03-02T10:15:00Z", id="<3@x>")
    post(campaign, late, at="2026-03-02T12:30:00Z")
    assert in_force(campaign)[0].startswith("2 ")
    assert any("this mail was overtaken by your text number 2" in a.body for a in answers(campaign))


@pytest.mark.parametrize("date", ["2036-01-01T00:00:00Z", "1970-01-02T00:00:00Z"])
def test_a_clock_that_cannot_be_believed_orders_nothing(campaign: Campaign, date: str) -> None:
    for number, (when, at) in enumerate(
        [(date, CAME), ("2026-03-02T12:10:00Z", "2026-03-02T12:30Z"), (date, "2026-03-02T13:00Z")]
    ):
        sheet = words(campaign, "ilse", "1", f"add {number}")
        post(campaign, letter(sheet, date=when, id=f"<{number}@x>"), at=at)
        assert in_force(campaign)[0].startswith(f"{number + 1} ")


def test_when_it_arrived_stands_for_a_date_that_cannot_be_believed(campaign: Campaign) -> None:
    route = "from a by b; Mon, 2 Mar 2026 10:00:00 +0000"
    old = letter(words(campaign, "ilse", "1", "add 1"), date="", id="<1@x>", Received=route)
    new = letter(words(campaign, "ilse", "1", "add 2"), id="<2@x>")
    post(campaign, new, old)
    assert b"add 2" in texts(campaign)[f"001/ilse/{in_force(campaign)[0].split()[0]}.txt"]


def test_a_sheet_ahead_of_its_turn_bears_the_pass_there_is(campaign: Campaign) -> None:
    raw = letter(words(campaign, "ilse", "2", of="1"))
    assert became(campaign, raw) == ["taken"]
    assert "kept for turn 2" in only(campaign).body
    run_turn(campaign, how=How(missing_ok=True), at="2026-03-03T20:00Z")
    fetch([campaign], at="2026-03-04T12:00Z")
    said = answers(campaign)[-1]
    assert said.id == "ahead-2-ilse-1"
    assert "This ORDERS sheet is in force." in said.body
    fetch([campaign], at="2026-03-04T12:00Z")
    assert len(answers(campaign)) == 2


def test_requests(campaign: Campaign) -> None:
    assert became(campaign, letter("RESEND TURN 0")) == ["taken"]
    said = only(campaign)
    assert (said.to, said.resend, said.passed, said.player) == (ILSE, "0", False, "ilse")
    raw = letter(f"RESEND turn 0\nPASS {campaign.password('ilse', '0')}", "x@y.z", id="<2@x>")
    assert became(campaign, raw) == ["taken"]
    assert answers(campaign, passed=True)[0].to == ILSE
    for number, word in enumerate(("", campaign.password("ilse", "0"))):
        text = f"ABSENT until turn 4\n{f'PASS {word}' if word else ''}"
        assert became(campaign, letter(text, id=f"<3{number}@x>")) == ["refused"]
        assert status(campaign).rows[0]["said"] == ""
    text = f"ABSENT until turn 4\nPASS {campaign.password('ilse', '1')}"
    assert became(campaign, letter(text, id="<3@x>")) == ["taken"]
    assert status(campaign).rows[0]["said"] == "ABSENT until turn 4"
    raw = letter("RESEND turn 7", id="<4@x>")
    key = read_mail(raw).key
    assert became(campaign, raw) == ["refused"]
    assert (
        "you have no such report. Your reports are: new, 0."
        in answers(campaign, id=f"{key}-ilse-refused0")[0].body
    )


def test_a_line_that_is_meant_and_not_understood_is_answered(campaign: Campaign) -> None:
    """Passed over, it let a player believe that he was away."""
    raw = letter("RESEND new\nABSENT until yesterday")
    assert became(campaign, raw) == ["refused"]
    words = [answer.body for answer in answers(campaign)]
    assert any('"RESEND new" is not understood. Write  RESEND turn 0' in one for one in words)
    assert any("Write  ABSENT until turn 3" in one for one in words)
    assert status(campaign).rows[0]["said"] == ""


def test_strangers_are_not_told_what_could_be_asked(campaign: Campaign) -> None:
    assert became(campaign, letter("CONFIRM YOUR ACCOUNT", "eve@example.net")) == ["unread"]
    assert answers(campaign) == []


def test_strangers_get_nothing_again(campaign: Campaign) -> None:
    assert became(campaign, letter("RESEND turn 0 for Ilse", "eve@example.net")) == ["refused"]
    said = only(campaign)
    assert (said.kind, said.resend, said.to) == ("refused", "", "eve@example.net")


def test_no_answer_holds_a_pass(campaign: Campaign) -> None:
    became(
        campaign,
        letter(words(campaign)),
        letter(words(campaign, word=""), id="<2@x>"),
        letter(words(campaign, of="0"), id="<3@x>"),
        letter(words(campaign, "bob"), "eve@example.net", id="<4@x>"),
        letter("RESEND turn 0", id="<5@x>"),
    )
    assert len(answers(campaign)) == 6
    for one in answers(campaign):
        for player in ("ilse", "bob"):
            for turn in ("0", "1", "2"):
                assert campaign.password(player, turn) not in one.body


def test_cut_short_between_keeping_and_marking(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.mail.inbound import mailboxes

    def gone(*_words: object) -> None:
        raise KeyboardInterrupt

    drop(campaign, letter(words(campaign)))
    with monkeypatch.context() as broken:
        broken.setattr(mailboxes.FolderSource, "taken", gone)
        with pytest.raises(KeyboardInterrupt):
            fetch([campaign], at=CAME)
    assert left(campaign) == ["00001.eml"]
    assert [row["became"] for row in fetch([campaign], at=CAME).rows] == ["again"]
    assert list(texts(campaign)) == ["001/ilse/1.txt"]
    assert left(campaign) == []


def test_cut_short_before_the_end_of_a_mail(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.mail.processing.post_office import Office

    def gone(*_words: object) -> None:
        raise KeyboardInterrupt

    drop(campaign, letter(words(campaign)))
    with monkeypatch.context() as broken:
        broken.setattr(Office, "close", gone)
        with pytest.raises(KeyboardInterrupt):
            fetch([campaign], at=CAME)
    assert [row["became"] for row in fetch([campaign], at=CAME).rows] == ["taken"]
    assert list(texts(campaign)) == ["001/ilse/1.txt"]
    assert len(answers(campaign)) == 1


def test_a_campaign_by_mail_can_be_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.service.api import demo
    from pbm.service.demo import play as demo_module

    shipped = tmp_path / "shipped"
    shipped.mkdir()
    campaign = ready(shipped)
    monkeypatch.setattr(demo_module, "data_dir", lambda _name: shipped)
    bob = words(campaign, "bob", "1", "add 20", word="x")
    mine = words(campaign, "ilse", "1", "add 1") + bob
    late = letter(mine, date="2026-03-02T11:30:00Z", id="<2@x>")
    post(campaign, late, letter("What is this?", id="<4@x>"))
    post(
        campaign, letter(words(campaign, "ilse", "1", "add 9"), id="<1@x>"), at="2026-03-02T13:00Z"
    )
    run_turn(campaign, how=How(missing_ok=True), at="2026-03-03T20:00Z")
    demo(tmp_path / "demo")
    for file in ("state.json", "events.jsonl"):
        there = f"eridani/turns/001/{file}"
        assert (tmp_path / "demo" / there).read_bytes() == (shipped / there).read_bytes()
    assert b"add 1\n" in (shipped / "eridani/turns/001/orders/ilse/1.txt").read_bytes()


def test_a_disk_that_is_full_leaves_the_mail_where_it_is(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.kit.problems import CampaignFault
    from pbm.storage import atomic_files

    drop(campaign, letter(words(campaign)), letter(words(campaign, "bob"), BOB, id="<2@x>"))
    room = [9]
    write = atomic_files._write

    def full(*more: object) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(28, "No space left on device")
        write(*more)  # type: ignore[arg-type]

    with monkeypatch.context() as broken:
        broken.setattr(atomic_files, "_write", full)
        with pytest.raises(CampaignFault):
            fetch([campaign], at=CAME)
    assert left(campaign) != []
    fetch([campaign], at=CAME)
    # A text counts from the moment its N.toml is there; of one cut off nothing else is read.
    kept = [file.parent.name for file in (campaign.folder / "inbox/001").glob("*/*.toml")]
    assert sorted(kept) == ["bob", "ilse"]
    assert len(answers(campaign)) == 2
    assert left(campaign) == []


def test_two_players_of_one_address_are_told_apart_by_their_sheets(one_address: Campaign) -> None:
    """Bob is known by Ilse's address, too: what comes from it is for whom it names."""
    both = letter(words(one_address, "bob", "1", "add 3", word=""))
    assert became(one_address, both) == ["asked"]
    asked = only(one_address, kind="confirm")
    assert (asked.to, asked.player) == (ILSE, "bob")
    (line,) = [line.strip() for line in asked.body.split("\n") if "CONFIRM " in line]
    assert became(one_address, letter(line, id="<2@example.org>")) == ["taken"]
    assert in_force(one_address) == ["", "1 (mail.txt)"]
    # The pass of one does not open the place of the other.
    wrong = words(one_address, "bob", "1", "add 9", word=one_address.password("ilse", "1"))
    assert became(one_address, letter(wrong, id="<3@example.org>")) == ["refused"]
    assert in_force(one_address) == ["", "1 (mail.txt)"]


def test_what_two_players_of_one_address_ask_for_needs_a_name(one_address: Campaign) -> None:
    assert became(one_address, letter("RESEND turn 0")) == ["refused"]
    said = only(one_address)
    assert (said.to, said.player, said.resend) == (ILSE, "", "")
    assert "Name one: eridani for Bob, eridani for Ilse." in said.body
    named = letter("RESEND turn 0 for Bob", id="<2@example.org>")
    assert became(one_address, named) == ["taken"]
    sent = only(one_address, kind="receipt")
    assert (sent.to, sent.player, sent.resend) == (ILSE, "bob", "0")
    word = one_address.password("ilse", "1")
    passed = letter(f"RESEND turn 0\nPASS {word}", id="<3@example.org>")
    assert became(one_address, passed) == ["taken"]
    assert {one.player for one in answers(one_address, kind="receipt")} == {"bob", "ilse"}


def test_a_mail_of_two_players_of_one_address_that_holds_no_sheet_is_nobodys(
    one_address: Campaign,
) -> None:
    assert became(one_address, letter("ORDERS eridani turn 1\nadd 3\nEND\n")) == ["unread"]
    assert in_force(one_address) == ["", ""]
    assert only(one_address).player == ""


_ODD = [
    b"RESEND +2AA- turn 1",
    b"ABSENT +2AA-",
    b"%PDF-",
    b"&#xD800;<![",
    b"\xff\xfe\x00\xd8",
    b"=ED=A0=80",
]
_KINDS = ["text/plain", "text/html", "application/pdf", "application/octet-stream"]
_CHARSETS = ["", "utf-7", "utf-8", "utf-16", "koi8-r", "x-\xe9", "hex", "idna"]
_FILES = ["", "a.txt", "a.pdf", "a.docx", "a.odt", "a.html", "a.zip", "a.\xe9"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    body=st.lists(st.binary(max_size=60) | st.sampled_from(_ODD), max_size=4).map(b"\n".join),
    kind=st.sampled_from(_KINDS),
    charset=st.sampled_from(_CHARSETS),
    file=st.sampled_from(_FILES),
    coded=st.sampled_from(["8bit", "quoted-printable", "base64", "x-uuencode", "none"]),
    ordered=st.booleans(),
)
@example(b"RESEND +2AA- turn 1", "text/plain", "utf-7", "", "8bit", False)
@example(b"%PDF-", "application/pdf", "", "a.pdf", "8bit", True)
def test_any_mail_is_taken_kept_and_answered(
    campaign: Campaign,
    body: bytes,
    kind: str,
    charset: str,
    file: str,
    coded: str,
    ordered: bool,
) -> None:
    text = words(campaign, "bob").encode() if ordered else b""
    attached = f'Content-Disposition: attachment; filename="{file}"\n' if file else ""
    raw = (
        b"From: ilse@example.org\nContent-Type: multipart/mixed; boundary=bbb\n\n--bbb\n\n"
        + text
        + f"\n--bbb\nContent-Type: {kind}; charset={charset}\n{attached}".encode("latin-1")
        + f"Content-Transfer-Encoding: {coded}\n\n".encode()
        + body
        + b"\n--bbb--\n"
    )
    found = post(campaign, raw)
    assert found.problems == ()
    (row,) = found.rows
    assert row["became"] in ("taken", "refused", "asked", "unread", "again")
    if ordered and row["became"] != "again":
        assert row["became"] == "taken"
