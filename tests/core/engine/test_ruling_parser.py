from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.engine.context import Phase
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.ruling_syntax import FORMS
from pbm.engine.rulings import CORE_VERBS, Ruling
from pbm.engine.seats_and_dates import SeatsAndDates, read_deadline, seats_and_dates
from pbm.engine.types import Seat
from pbm.kit.problems import render

SEATS = (Seat("ilse", "Ilse", "A"), Seat("ilse-b", "Bob Old", "B"))
PHASES = (
    Phase("1.move", "A moves", "", lambda _work: None),
    Phase("2.attack", "B fires", "", lambda _work: None),
)


def parse(text: str) -> list[Ruling]:
    rulings, problems = parse_rulings(text, "rulings.txt", SEATS, PHASES)
    assert not problems, [render(problem) for problem in problems]
    return rulings


def faults(text: str, **known: object) -> list[str]:
    return [
        render(problem)
        for problem in parse_rulings(text, "rulings.txt", SEATS, PHASES, **known)[1]  # type: ignore[arg-type]
    ]


def fields(ruling: Ruling) -> tuple[str, str, str, str]:
    return ruling.verb, ruling.subject, ruling.field, ruling.value


@pytest.mark.parametrize(
    ("statement", "expected", "players"),
    [
        ("set B1.hull = 10", ("set", "B1", "hull", "10"), ()),
        (
            'set "Old Nan".Supplies.torpedo = 2',
            ("set", "Old Nan", "supplies.torpedo", "2"),
            (),
        ),
        ("SET B1.owner = bob old", ("set", "B1", "owner", "ilse-b"), ()),
        ('set B1.name = "Old Nan"', ("set", "B1", "name", "Old Nan"), ()),
        ("move B1 to 2018 facing 4 speed 3", ("move", "B1", "", "2018"), ()),
        ("remove B1", ("remove", "B1", "", ""), ()),
        (
            "result SHOOT/3: VIRUS holds the field",
            ("result", "SHOOT/3", "", "VIRUS holds the field"),
            (),
        ),
        ("cancel Ilse line 014", ("cancel", "ilse", "14", ""), ("ilse",)),
        (
            'replace "Bob Old" line 3 with "attack LC at B2"',
            ("replace", "ilse-b", "3", "attack LC at B2"),
            ("ilse-b",),
        ),
        ("answer ilse-14: yes, it does", ("answer", "ilse-14", "", "yes, it does"), ("ilse",)),
        ("answer ilse-b-14: no", ("answer", "ilse-b-14", "", "no"), ("ilse-b",)),
        ("answer KH-A23  B1: destroyed", ("answer", "KH-A23 B1", "", "destroyed"), ()),
        ("note Ilse: well met", ("note", "ilse", "", "well met"), ("ilse",)),
        ('hand "Bob Old" to Bob', ("hand", "ilse-b", "", "Bob"), ("ilse-b",)),
        ("close ILSE", ("close", "ilse", "", ""), ("ilse",)),
        ("address Ilse i@example.org", ("address", "ilse", "", "i@example.org"), ("ilse",)),
        (
            "deadline 2026-12-01 20:00 Europe/Berlin",
            ("deadline", "", "", "2026-12-01 20:00 Europe/Berlin"),
            ("ilse", "ilse-b"),
        ),
        ("pause", ("pause", "", "", ""), ("ilse", "ilse-b")),
        ("resume", ("resume", "", "", ""), ("ilse", "ilse-b")),
    ],
)
def test_every_statement(
    statement: str, expected: tuple[str, str, str, str], players: tuple[str, ...]
) -> None:
    (ruling,) = parse(f"{statement}   because I say so")
    assert fields(ruling) == expected
    assert ruling.players == players
    assert ruling.reason == "I say so"
    assert ruling.text == " ".join(statement.split())


def test_every_verb_has_a_form_and_every_form_a_verb() -> None:
    assert set(FORMS) == {*CORE_VERBS, "set", "move", "add", "remove", "result"}


def test_add_says_who_and_where_in_words_and_values() -> None:
    (ruling,) = parse(
        'add "Scimitar" as B7 class "assault scout" for Ilse at 2018 facing 4 because it came late'
    )
    assert fields(ruling) == ("add", "B7", "", "Scimitar")
    assert ruling.details == (
        ("as", "B7"),
        ("class", "assault scout"),
        ("for", "ilse"),
        ("at", "2018"),
        ("facing", "4"),
    )


def test_a_ruling_can_stand_before_a_phase() -> None:
    (ruling,) = parse("before 2.ATTACK: remove B1 because it surrendered")
    assert (ruling.before, ruling.text) == ("2.attack", "remove B1")
    (ruling,) = parse("before END: remove B1 because it surrendered")
    assert (ruling.before, ruling.text) == ("end", "remove B1")


def test_lines_are_numbered_in_order_and_a_bad_one_keeps_its_number() -> None:
    rulings, problems = parse_rulings(
        "# a remark\n\nremove B1 because a\nrenove B2 because b\nremove B3 because c # really\n",
        "rulings.txt",
        SEATS,
        PHASES,
    )
    assert [(r.id, r.subject, r.reason, r.span.line) for r in rulings] == [
        ("R1", "B1", "a", 3),
        ("R3", "B3", "c", 5),
    ]
    assert len(problems) == 1


def test_quotes_guard_the_word_because_and_the_remark_sign() -> None:
    (ruling,) = parse('set B1.name = "X because # Y" because "of # this"')
    assert (ruling.value, ruling.reason) == ("X because # Y", "of # this")


def test_typographic_characters_of_mail_programs_are_read_as_plain_ones() -> None:
    (ruling,) = parse("\ufeffnote\u00a0Ilse: it’s “here” because “so”")
    assert (ruling.value, ruling.reason) == ('it\'s "here"', "so")


def test_a_value_keeps_quotes_within_it() -> None:
    (ruling,) = parse('note Ilse: "a" and "b" because c')
    assert ruling.value == '"a" and "b"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "stet B1.hull = 3 because x",
            (
                '1:1: "stet" is not a ruling\n1 | stet B1.hull = 3 because x\n  | ^^^^\n'
                'Did you mean "set"?'
            ),
        ),
        (
            "zzz because x",
            (
                '1:1: "zzz" is not a ruling\n1 | zzz because x\n  | ^^^\nThe rulings are '
                f"{', '.join(FORMS)}."
            ),
        ),
        ("because x", "1:1: There is no ruling here"),
        (
            "set B1.hull 10 because x",
            (
                '1:13: This form of "set" is not understood\n1 | set B1.hull 10 because x\n'
                "  |             ^\nExpected set UNIT.FIELD = VALUE because REASON."
            ),
        ),
        (
            "set MUDDY.Barrow-1.name = X because x",
            (
                '1:17: This form of "set" is not understood\n'
                "1 | set MUDDY.Barrow-1.name = X because x\n"
                "  |                 ^\nExpected set UNIT.FIELD = VALUE because REASON. "
                'A unit with two names needs quotes: "MUDDY Barrow-1".name'
            ),
        ),
        (
            "before 1.move: set B1 because x",
            (
                '1:22: This form of "set" is not understood\n1 | before 1.move: set B1 because x\n'
                "  |                      ^"
            ),
        ),
        (
            "remove B1",
            (
                "1:9: This ruling has no reason\n1 | remove B1\n  |         ^\n"
                'The players it concerns read the reason. End it with "because" and the reason.'
            ),
        ),
        ("remove B1 because", "1:11: This ruling has no reason"),
        ('remove B1 because ""', "1:11: This ruling has no reason"),
        (
            "before 3.move: remove B1 because x",
            (
                '1:8: "3.move" is not a phase still to come\n'
                "1 | before 3.move: remove B1 because x\n"
                "  |        ^^^^^^\nThose still to come are 1.move (A moves), 2.attack"
                " (B fires), end (after all of them)."
            ),
        ),
        (
            "before 2.attack: cancel Ilse line 3 because x",
            '1:1: "cancel" cannot wait for a phase',
        ),
        (
            "cancel Olse line 3 because x",
            (
                '1:8: "Olse" is not a player of this campaign\n1 | cancel Olse line 3 because x\n'
                '  |        ^^^^\nDid you mean "Ilse"?'
            ),
        ),
        (
            "close Zoe because x",
            (
                '1:7: "Zoe" is not a player of this campaign\n1 | close Zoe because x\n'
                "  |       ^^^\nThe players are Ilse, Bob Old."
            ),
        ),
        ('close "" because x', '1:1: "" is not a player of this campaign'),
        ("set B1.owner = Zoe because x", '1:16: "Zoe" is not a player of this campaign'),
        ("add X as B7 for Zoe because x", '1:17: "Zoe" is not a player of this campaign'),
        ("cancel Ilse line four because x", '1:18: This form of "cancel" is not understood'),
        ("move B1 to 2018 facing because x", '1:23: This form of "move" is not understood'),
        (
            "move B1 to 2018 facing 4 FACING 5 because x",
            '1:26: "FACING" occurs twice in this ruling',
        ),
        (
            "address Ilse i.example.org because x",
            (
                '1:14: "i.example.org" is not a mail address\n'
                "1 | address Ilse i.example.org because x\n  |              ^^^^^^^^^^^^^\n"
                "Expected address PLAYER NAME@HOST."
            ),
        ),
        (
            "deadline soon because x",
            (
                '1:10: "soon" is not a deadline\n1 | deadline soon because x\n  |          ^^^^\n'
                "A deadline is a date, a time and a zone. "
                "Write it as in: deadline 2026-12-01 20:00 Europe/Berlin."
            ),
        ),
        ('hand Ilse to "A/B" because x', '1:15: "A/B" cannot be the name of a player'),
        ('hand Ilse to "" because x', "1:1: There is nothing between the quotes"),
        ('hand Ilse to "bob old" because x', '1:15: "bob old" is another player'),
        ('hand Ilse to "Ilse-B" because x', '1:15: "Ilse-B" is another player'),
        ('replace Ilse line 3 with " " because x', "1:1: There is nothing between the quotes"),
    ],
)
def test_a_fault_has_its_place_and_remedy(text: str, message: str) -> None:
    (told,) = faults(text)
    assert told.startswith(f"rulings.txt:{message}")


def test_a_ruling_before_a_phase_needs_a_phase_still_to_come() -> None:
    _, (problem,) = parse_rulings("before x: remove B1 because y", "rulings.txt", SEATS, ())
    assert problem.remedy == "Those still to come are end (after all of them)."


def test_lines_of_sheets_are_checked_once_they_are_known() -> None:
    lines = {"ilse": (3, 4)}
    assert faults("cancel Ilse line 4 because x", lines=lines) == []
    (told,) = faults("cancel Ilse line 5 because x", lines=lines)
    assert told == (
        "rulings.txt:1:18: The sheet of ilse has no order line 5\n"
        "1 | cancel Ilse line 5 because x\n"
        "  |                  ^\n"
        "Its lines are 3, 4."
    )
    (told,) = faults("cancel Ilse line 006 because x", lines=lines)
    assert told.startswith("rulings.txt:1:20: The sheet of ilse has no order line 6")
    (told,) = faults("cancel ilse-b line 5 because x", lines=lines)
    assert told.endswith("No sheet is in force.")


def test_questions_are_checked_once_they_are_known() -> None:
    docket = ("KH-A23 B1", "ilse-4")
    rulings, problems = parse_rulings(
        "answer kh-a23 b1: stops because x", "rulings.txt", SEATS, PHASES, docket=docket
    )
    assert (rulings[0].subject, problems) == ("KH-A23 B1", [])
    (told,) = faults("answer ilse-5: yes because x", docket=docket)
    assert '8: "ilse-5" is not on the docket' in told
    assert told.endswith("On the docket: KH-A23 B1, ilse-4.")
    (told,) = faults("answer ilse-5: yes because x", docket=())
    assert told.endswith("The docket is empty.")


def test_a_deadline_is_kept_in_universal_time() -> None:
    assert read_deadline("2026-12-01 20:00 Europe/Berlin") == (
        datetime(2026, 12, 1, 19, 0, tzinfo=UTC),
        "Europe/Berlin",
    )
    assert read_deadline("2026-10-25 02:30 Europe/Berlin")[0] == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("2026-12-01 20:00", "a date, a time and a zone"),
        ("2026-02-30 20:00 UTC", "2026-02-30 20:00 does not exist"),
        ("2026-02-20 24:00 UTC", "2026-02-20 24:00 does not exist"),
        ("2026-02-20 20:00 Europe/Berln", "No time zone is called Europe/Berln"),
        ("2026-02-20 20:00 Europe", "No time zone is called Europe"),
        ("2026-03-29 02:30 Europe/Berlin", "The clocks of Europe/Berlin skip 2026-03-29 02:30"),
    ],
)
def test_an_impossible_time_is_refused(words: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_deadline(words)


def test_people_and_dates_take_the_last_word() -> None:
    rulings = parse(
        "address Ilse a@example.org because x\naddress Ilse b@example.org because x\n"
        "hand Ilse to Ida because x\nclose ilse-b because x\nclose ilse-b because x\n"
        "deadline 2026-12-01 20:00 UTC because x\npause because x\nremove B1 because x\n"
    )
    assert seats_and_dates(rulings) == SeatsAndDates(
        {"ilse": "b@example.org"},
        {"ilse": "Ida"},
        ("ilse-b",),
        datetime(2026, 12, 1, 20, 0, tzinfo=UTC),
        "UTC",
        True,
    )
    assert seats_and_dates(parse("resume because x")) == SeatsAndDates(paused=False)
    assert seats_and_dates(()) == SeatsAndDates()


_WORDS = st.sampled_from(
    [*FORMS, "Ilse", "B1", ".hull", "=", "10", "line", "to", "with", '"', ":", "#", "because", "²"]
)


@given(st.one_of(st.text(), st.lists(_WORDS).map(" ".join)))
def test_any_text_is_read_or_refused_line_by_line(text: str) -> None:
    rulings, problems = parse_rulings(text, "rulings.txt", SEATS, PHASES)
    ids = [ruling.id for ruling in rulings]
    assert len(set(ids)) == len(ids)
    assert all(render(problem) for problem in problems)
    meant = [line for line in text.splitlines() if line.strip("\ufeff\u00a0 \t")]
    assert len(rulings) + len(problems) <= len(meant)


@pytest.mark.parametrize(
    "day", ["9999-12-31 23:59 America/Los_Angeles", "0001-01-01 00:00 Asia/Tokyo"]
)
def test_a_deadline_beyond_the_calendar(day: str) -> None:
    with pytest.raises(ValueError, match=f"{day[:10]} is beyond the calendar"):
        read_deadline(day)


def test_a_ruling_means_a_name_before_another_s_id() -> None:
    seats = (Seat("zoe", "Zoë", "A"), Seat("zoe-2", "Zoe", "B"))
    (one,), problems = parse_rulings("note Zoe: hi because so", "r.txt", seats, PHASES)
    assert not problems
    assert one.subject == "zoe-2"


@pytest.mark.parametrize("name", ["gm", "All", "the GM"])
def test_gm_cannot_be_the_name_of_a_player(name: str) -> None:
    (fault,) = faults(f'hand Ilse to "{name}" because so')
    assert f'"{name}" cannot be the name of a player' in fault


def test_a_withdrawn_ruling_no_longer_holds_and_keeps_its_number() -> None:
    text = (
        "set B1.hull = 10 because a\nremove B1 because b\n"
        "withdraw r1 because c\nset B1.hull = 9 because d\n"
    )
    assert [(one.id, one.verb, one.value) for one in parse(text)] == [
        ("R2", "remove", ""),
        ("R3", "withdraw", "set B1.hull = 10"),
        ("R4", "set", "9"),
    ]
    assert (
        "Those that hold: R2 (remove B1), R4 (set B1.hull = 9)."
        in faults(text + "withdraw R1 because e")[0]
    )
    assert '"R3" is not a ruling of this turn' in faults(text + "withdraw R3 because e")[0]
    assert "No ruling holds." in faults("withdraw R1 because e")[0]
    assert "cannot wait for a phase" in faults(text + "before 2.attack: withdraw R2 because e")[0]


def test_a_comma_before_because_is_not_part_of_the_words() -> None:
    """Reports read "no,." of an answer."""
    for written in ("answer ilse-14: no, because a", "answer ilse-14: no ; because a"):
        (one,) = parse(written)
        assert (one.value, one.text) == ("no", "answer ilse-14: no")
    (quoted,) = parse('set B1.name = "Nan," because a')
    assert quoted.value == "Nan,"
