"""A campaign under seal from its beginning on: key, phrases, salt, reruns, replays, secrets."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.cli.rulings import _as_received
from pbm.dice.sealed import fingerprint, key_text, phrase_entry, salt_of
from pbm.kit.problems import render_all
from pbm.service import api
from pbm.service.api import (
    CampaignFault,
    Faults,
    How,
    check_sheet,
    new_campaign,
    replay,
    rerun,
    run_turn,
)
from pbm.turns.history import begin_of
from tests.core import table
from tests.core.sealed_table import KEY, OTHER_KEY, begin, packet, play, set_key, sheet
from tests.sheets import as_it_stands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table.set_table(monkeypatch)
    set_key(monkeypatch)
    return tmp_path


@pytest.fixture
def campaign(folder: Path) -> Campaign:
    """Turns 0 to 3 were run."""
    return play(begin(folder))


def salt(campaign: Campaign, stage: str) -> str:
    found: str = packet(campaign, stage)["seal"]["salt"]
    return found


def faces(campaign: Campaign, stage: str) -> dict[str, list[int]]:
    return {
        roll["name"]: roll["faces"]
        for section in packet(campaign, stage)["story"]
        for item in section["items"]
        for roll in item["rolls"]
    }


def test_the_public_key_is_told_first_and_the_private_one_never(folder: Path) -> None:
    campaign = begin(folder)
    text = (campaign.folder / "campaign.toml").read_text()
    assert 'dice = "sealed-3"' in text and f'seal = "{key_text(KEY.public)}"' in text
    secret = campaign.folder / "secret.toml"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    first = packet(campaign, "new")["seal"]
    assert first["key"] == key_text(KEY.public) and first["salt"] == ""
    assert "phrases" not in first
    assert packet(campaign, "new", "bob")["seal"] == first


def test_secrets_stand_in_secret_toml_alone(campaign: Campaign) -> None:
    secret = (campaign.folder / "secret.toml").read_text()
    hidden = [f"{KEY.p:x}", f"{KEY.q:x}", f"{KEY.p}", f"{KEY.q}", "a seed"]
    assert all(word in secret for word in (hidden[0], hidden[1], hidden[4]))
    found = table.tree(campaign.folder)
    told = [
        (name, word)
        for name, data in found.items()
        for word in hidden
        if name != "secret.toml" and word.encode() in data
    ]
    assert told == []
    shown = repr(campaign) + repr(campaign.dice(begin_of(campaign)))
    assert not [word for word in hidden if word in shown]


def test_without_the_word_dice_are_as_they_were(folder: Path) -> None:
    campaign = play(table.begin(folder), phrases=("", ""))
    assert 'dice = "keyed-1"' in (campaign.folder / "campaign.toml").read_text()
    assert "primes" not in (campaign.folder / "secret.toml").read_text()
    assert "seal" not in packet(campaign, "001")
    assert "salt" not in json.loads((campaign.folder / "turns/001/state.json").read_text())
    assert "\nkey = " not in (campaign.folder / "turns/new/turn.toml").read_text()


def test_phrases_make_the_salt_which_stays(campaign: Campaign) -> None:
    entries = sorted([phrase_entry("purple ink"), phrase_entry("seven o'clock")])
    expected = salt_of(KEY.public, entries)
    assert [salt(campaign, stage) for stage in ("000", "001", "002", "003")] == [expected] * 4
    first = packet(campaign, "000")["seal"]
    assert first["phrases"] == entries
    assert (first["phrase"], first["nonce"]) == ("purple ink", "")
    assert packet(campaign, "000", "bob")["seal"]["phrase"] == "seven o'clock"
    assert "phrases" not in packet(campaign, "001")["seal"]
    state = json.loads((campaign.folder / "turns/003/state.json").read_text())
    assert state["salt"] == expected


@pytest.mark.parametrize(
    ("phrases", "given"),
    [
        (("", ""), []),
        (("PHRASE  one   two ", ""), ["one two"]),
        (("phrase: one two", "PHRASE"), ["one two"]),
        (("PHRASE one # two", ""), ["one"]),
        (("PHRASE <b>{{ 7 * 7 }}</b> file:///etc/passwd", ""), None),
    ],
)
def test_a_phrase_may_be_missing_and_is_any_words(
    folder: Path, phrases: tuple[str, str], given: list[str] | None
) -> None:
    campaign = play(begin(folder), 0, phrases)
    given = given if given is not None else ["<b>{{ 7 * 7 }}</b> file:///etc/passwd"]
    assert salt(campaign, "000") == salt_of(KEY.public, [phrase_entry(words) for words in given])
    assert packet(campaign, "000")["seal"]["phrase"] == (given[0] if given else "")


def test_the_receipt_says_what_becomes_of_a_phrase(folder: Path) -> None:
    campaign = begin(folder)
    text = sheet("Ilse", "0", "PHRASE purple ink", "hide 3")
    (received,) = table.send(campaign, text)
    assert 'note: your phrase is "purple ink"' in received.receipt
    assert received.in_force
    (checked,) = check_sheet(text, "sheet1.txt", campaign=campaign)
    assert checked.findings in received.receipt
    raw = (campaign.folder / "turns/new/reports/ilse/packet.json").read_bytes()
    (by_packet,) = check_sheet(text, "sheet1.txt", packet=raw)
    assert by_packet.findings == checked.findings


def test_a_sheet_with_a_phrase_alone_says_what_was_taken_and_what_a_later_one_drops(
    folder: Path,
) -> None:
    campaign = begin(folder)
    (phrase,) = table.send(campaign, sheet("Ilse", "0", "PHRASE purple ink"))
    assert 'It has no orders.\nPHRASE: "purple ink" was taken.\n' in phrase.receipt
    (orders,) = table.send(campaign, sheet("Ilse", "0", "hide 3"))
    assert orders.receipt.endswith(
        "This SETUP sheet is in force. It has no phrase. That of your SETUP sheet number 1 no "
        "longer counts unless you send it again.\n"
    )
    (both,) = table.send(campaign, sheet("Ilse", "0", "hide 3", "PHRASE purple ink"))
    assert both.receipt.endswith("This SETUP sheet is in force.\n")


def test_a_phrase_too_long_doubled_or_empty_is_said(folder: Path) -> None:
    campaign = begin(folder)
    lines = (f"PHRASE {'x' * 201}", f"PHRASE {'y' * 200}", "PHRASE z", "PHRASE", "hide 3")
    (received,) = table.send(campaign, sheet("Ilse", "0", *lines))
    assert "the phrase is too long: 201 characters" in received.receipt
    assert "a second PHRASE line was ignored" in received.receipt
    assert "the PHRASE line is empty" in received.receipt
    assert f'your phrase is "{"y" * 200}"' in received.receipt
    assert received.in_force


def test_a_phrase_that_cannot_count_is_said_to_have_no_effect(folder: Path) -> None:
    sealed = play(begin(folder), 0)
    (received,) = table.send(sealed, sheet("Ilse", "1", "PHRASE more", "add 2"))
    assert "the PHRASE line has no effect" in received.receipt
    assert "only on the set-up sheet" in received.receipt and received.in_force
    other = folder / "other"
    other.mkdir()
    (keyed,) = table.send(table.begin(other), sheet("Ilse", "0", "PHRASE more", "hide 2"))
    assert "The dice of this campaign are not sealed" in keyed.receipt and keyed.in_force


def test_words_to_people_are_no_phrase(folder: Path) -> None:
    campaign = begin(folder)
    message = b"MESSAGE eridani turn 0 for Ilse to gm\nPHRASE is a word\nEND\n"
    table.send(campaign, message + sheet("Ilse", "0", "hide 3"), sheet("Bob", "0", "hide 1"))
    run_turn(campaign, at=table.RUN)
    assert packet(campaign, "000")["seal"]["phrases"] == []
    assert packet(campaign, "000")["messages"][0]["text"] == "PHRASE is a word"


def test_the_newest_sheet_in_force_brings_the_phrase(folder: Path) -> None:
    campaign = begin(folder)
    table.send(campaign, sheet("Ilse", "0", "PHRASE one", "hide 3"))
    table.send(campaign, sheet("Ilse", "0", "PHRASE two", "hide 3"))
    table.send(campaign, sheet("Ilse", "0", "PHRASE three", "nonsense"))  # never in force
    table.send(campaign, sheet("Bob", "0", "hide 1"))
    run_turn(campaign, at=table.RUN)
    assert packet(campaign, "000")["seal"]["phrase"] == "two"


def test_the_set_up_sheet_tells_of_the_phrase(folder: Path) -> None:
    campaign = begin(folder)
    assert "# PHRASE  your words" in api.template(campaign, "Ilse")
    plain = folder / "plain"
    plain.mkdir()
    assert "PHRASE" not in api.template(table.begin(plain), "Ilse")
    play(campaign, 0)
    assert "PHRASE" not in api.template(campaign, "Ilse")


def test_replay_report_and_a_second_table_give_the_same_bytes(
    campaign: Campaign, folder: Path
) -> None:
    assert replay(campaign) == []
    remade = api.report(campaign, "2", "Ilse", out=folder / "out")
    assert remade and all(one.same for one in remade)
    other = folder / "again"
    other.mkdir()
    second = play(begin(other))
    assert table.tree(second.folder) == table.tree(campaign.folder)


def test_a_rerun_keeps_every_face(campaign: Campaign) -> None:
    before = {stage: faces(campaign, stage) for stage in ("002", "003")}
    proofs = packet(campaign, "003")["seal"]["proofs"]
    api.rule(campaign, "2", b"set bob.total = 40 because it was wrong", "r", at=table.LATER)
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert faces(campaign, "002.r2") == before["002"]
    assert faces(campaign, "003.r2") == before["003"]
    assert packet(campaign, "003.r2")["seal"]["proofs"] == proofs
    assert replay(campaign) == []


def test_a_late_set_up_sheet_changes_no_die(campaign: Campaign) -> None:
    """Else the game master could roll the whole campaign again."""
    was, before = salt(campaign, "000"), faces(campaign, "003")
    late = sheet("Ilse", "0", "PHRASE something quite different", "hide 9")
    (received,) = table.send(campaign, late, at="2026-03-08T12:00Z", late=True)
    assert "the PHRASE line has no effect" in received.receipt
    assert "Set-up was closed when it came" in received.receipt
    rerun(campaign, "0", at="2026-03-09T12:00Z")
    assert salt(campaign, "000.r2") == salt(campaign, "003.r2") == was
    assert packet(campaign, "000.r2")["seal"]["phrase"] == "purple ink"
    assert faces(campaign, "003.r2") == before
    assert replay(campaign) == []


def test_halves_of_a_turn_and_a_stop_at_the_docket(folder: Path) -> None:
    campaign = begin(folder, options={"parts": "two"})
    play(campaign, 0)
    for mailing, order in (("1", "add 2"), ("1.2", "add 13")):
        texts = [sheet("Ilse", mailing, order), sheet("Bob", mailing, "add 2")]
        table.send(campaign, *texts, at="2026-03-05T12:00Z")
        ran = run_turn(campaign, at="2026-03-05T20:00Z")
    assert ran.folder is None and ran.docket
    answer = b"answer T-A3 ilse: yes because of luck\n"
    api.rule(campaign, "1.2", answer, "r.txt", at="2026-03-05T21:00Z")
    run_turn(campaign, at="2026-03-06T20:00Z")
    halves = [set(packet(campaign, stage)["seal"]["proofs"]) for stage in ("001", "001.2")]
    assert len(halves[0]) == len(halves[1]) == 2
    assert halves[0].isdisjoint(halves[1])
    assert replay(campaign) == []


def test_a_set_up_nobody_has_a_choice_in_takes_phrases_all_the_same(folder: Path) -> None:
    campaign = begin(folder, secret=False)
    assert packet(campaign, "new")["next"][0]["mailing"] == "0"
    (received,) = table.send(campaign, sheet("Ilse", "0", "PHRASE purple ink"))
    assert received.in_force and 'your phrase is "purple ink"' in received.receipt
    run_turn(campaign, at=table.RUN)
    assert salt(campaign, "000") == salt_of(KEY.public, [phrase_entry("purple ink")])
    table.send(campaign, sheet("Ilse", "1", "add 2"), sheet("Bob", "1", "add 2"), at=table.LATER)
    run_turn(campaign, at=table.LATER)
    assert faces(campaign, "001")
    assert replay(campaign) == []


def test_without_phrases_and_choices_nobody_is_waited_for(folder: Path) -> None:
    campaign = begin(folder, secret=False)
    names = ", ".join(row["player"] for row in api.status(campaign).rows)
    assert api.status(campaign).lines[-1] == (
        f"No sheet is missing: pbm run. These may still send one: {names}."
    )
    run_turn(campaign, at=table.RUN)
    assert salt(campaign, "000") == salt_of(KEY.public, [])
    plain = folder / "plain"
    plain.mkdir()
    assert packet(table.begin(plain, secret=False), "new")["next"] == []


def test_a_key_that_is_exchanged_is_noticed(campaign: Campaign) -> None:
    toml, secret = campaign.folder / "campaign.toml", campaign.folder / "secret.toml"
    text, hidden = toml.read_text(), secret.read_text()
    other = text.replace(key_text(KEY.public), key_text(OTHER_KEY.public))
    toml.write_text(other)
    with pytest.raises(CampaignFault) as fault:
        open_campaign(campaign.folder)
    assert "does not belong to the seal" in str(fault.value)
    swapped = hidden.replace(f"{KEY.p:x}", f"{OTHER_KEY.p:x}")
    secret.write_text(swapped.replace(f"{KEY.q:x}", f"{OTHER_KEY.q:x}"))
    table.send(open_campaign(campaign.folder), sheet("Ilse", "4", "add 1"))
    with pytest.raises(CampaignFault, match="differs from the beginning"):
        run_turn(open_campaign(campaign.folder), how=How(missing_ok=True), at="2026-03-09T12:00Z")
    (difference,) = replay(open_campaign(campaign.folder))
    assert "the seal differs from the beginning" in difference.text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "the private key of the sealed dice is missing"),
        ('primes = ["12", "13"]\n', "secret.toml:2"),
        ("primes = 5\n", "secret.toml:2"),
    ],
)
def test_a_broken_private_key_is_told_without_showing_it(
    campaign: Campaign, wrong: str, said: str
) -> None:
    secret = campaign.folder / "secret.toml"
    secret.write_text('seed = "a seed"\n' + wrong)
    with pytest.raises(CampaignFault) as fault:
        open_campaign(campaign.folder)
    told = render_all(fault.value.problems)
    assert said in told
    assert "a seed" not in told and '"12"' not in told


def test_a_broken_seal_is_told(campaign: Campaign) -> None:
    toml = campaign.folder / "campaign.toml"
    toml.write_text(toml.read_text().replace(key_text(KEY.public), "AAAA"))
    with pytest.raises(CampaignFault, match="the seal is not a key that can prove dice"):
        open_campaign(campaign.folder)


def test_a_scheme_is_not_changed_under_way(campaign: Campaign) -> None:
    toml = campaign.folder / "campaign.toml"
    toml.write_text(toml.read_text().replace('"sealed-3"', '"keyed-1"'))
    with pytest.raises(CampaignFault, match="differs from the beginning"):
        run_turn(open_campaign(campaign.folder), how=How(missing_ok=True), at="2026-03-09T12:00Z")


def test_a_mail_that_was_sent_is_read_as_it_is_stored(tmp_path: Path) -> None:
    text = sheet("Ilse", "0", "PHRASE purple ink", "hide 3")
    mail, plain = tmp_path / "sent.eml", tmp_path / "sent.txt"
    head = b"Received: from x\n  by y\nFrom: Ilse <ilse@example.org>\nSubject: turn 0\n\n"
    mail.write_bytes(head + text)
    plain.write_bytes(text)
    assert _as_received(mail).strip() == _as_received(plain).strip() == text.strip()
    plain.write_bytes(b"PHRASE: From: me\n" + text)
    assert _as_received(plain) == plain.read_bytes()


def test_the_page_says_the_public_value_and_late_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_key(monkeypatch)
    campaign = new_campaign(
        tmp_path / "duel",
        "knighthawks/duel",
        players=["A=Ilse", "B=Bob"],
        seed="a seed",
        sealed=True,
        beacon="a draw <b>",
        at=table.BEGUN,
    )
    page = (campaign.folder / "turns/new/reports/ilse/report.html").read_text()
    assert "nobody knows before the deadline: a draw &lt;b&gt;." in page
    texts = [
        ("o.txt", as_it_stands(file.read_text()).encode())
        for who in ("ilse", "bob")
        for file in [campaign.folder / f"turns/new/reports/{who}/orders.txt"]
    ]
    api.submit(campaign, texts, at=table.SENT)
    run_turn(campaign, how=How(pdfs=False), beacon="3 14", at=table.RUN)
    page = (campaign.folder / "turns/000/reports/ilse/report.html").read_text()
    assert "the public value <code>3 14</code> of a draw &lt;b&gt;." in page
    assert "when it was known" not in page
    api.submit(campaign, texts[:1], late=True, at=table.LATER)
    rerun(campaign, "0", pdfs=False, at=table.LATER)
    page = (campaign.folder / "turns/000.r2/reports/ilse/report.html").read_text()
    assert "1 sheet counted that came when it was known." in page


def test_the_page_says_key_salt_and_phrase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_key(monkeypatch)
    campaign = new_campaign(
        tmp_path / "duel",
        "knighthawks/duel",
        players=["A=Ilse", "B=Bob"],
        seed="a seed",
        sealed=True,
        at=table.BEGUN,
    )
    page = (campaign.folder / "turns/new/reports/ilse/report.html").read_text()
    assert fingerprint(KEY.public) in page and "Sealed dice" in page
    words = 'PHRASE <script>alert(1)</script> {{ 7*7 }} "&amp;"'
    texts = [
        ("o.txt", as_it_stands(file.read_text()).encode())
        for who in ("ilse", "bob")
        for file in [campaign.folder / f"turns/new/reports/{who}/orders.txt"]
    ]
    texts[0] = ("o.txt", texts[0][1].replace(b"# PHRASE  your words", words.encode()))
    api.submit(campaign, texts, at=table.SENT)
    run_turn(campaign, how=How(pdfs=False), at=table.RUN)
    page = (campaign.folder / "turns/000/reports/ilse/report.html").read_text()
    assert packet(campaign, "000")["seal"]["salt"] in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }}" in page
    assert "<script>alert" not in page
    other = (campaign.folder / "turns/000/reports/bob/report.html").read_text()
    assert "alert(1)" not in other and "You gave no phrase." in other


def test_unknown_words_are_refused_at_once(folder: Path) -> None:
    with pytest.raises(Faults):
        new_campaign(folder / "x", "tiny/none", sealed=True)


def test_what_a_player_cannot_know_changes_no_byte_of_his(folder: Path) -> None:
    """Bob hides another number and writes to the game master; Ilse's packets are the same."""
    found = []
    for number, words in (("4", b""), ("9", b"MESSAGE eridani turn 0 for Bob to gm\nHm.\nEND\n")):
        place = folder / number
        place.mkdir()
        campaign = begin(place)
        his = words + sheet("Bob", "0", "PHRASE blue", f"hide {number}")
        table.send(campaign, sheet("Ilse", "0", "PHRASE red", "hide 3"), his)
        run_turn(campaign, at=table.RUN)
        stages = ("new", "000")
        found.append([packet(campaign, stage) for stage in stages])
    assert found[0] == found[1]
