"""The one way a problem is shown."""

from __future__ import annotations

from pbm.kit.problems import (
    Faults,
    Problem,
    Severity,
    Span,
    illegal,
    in_order,
    invalid,
    render,
    render_all,
)


def test_a_message_has_place_words_caret_reason_rule_outcome_and_remedy() -> None:
    problem = illegal(
        "Streel cannot stop this turn",
        Span("upf-03.txt", 6, 9, 7, "Streel  speed 0"),
        reason="It flew 5 hexes last turn and its ADF is 2, so its speed must be 3 to 7",
        rule="KH 3 Stopping",
        remedy="Send a new line in time",
    )
    assert render(problem) == (
        "upf-03.txt:6:9: Streel cannot stop this turn\n"
        "6 | Streel  speed 0\n"
        "  |         ^^^^^^^\n"
        "It flew 5 hexes last turn and its ADF is 2, so its speed must be 3 to 7 "
        "[KH 3 Stopping]. Send a new line in time."
    )


def test_a_message_without_a_place_or_a_reason() -> None:
    assert render(invalid("nothing was sent")) == "nothing was sent"
    assert render(invalid("no", rule="KH 3")) == "no\n[KH 3]"
    assert render(invalid("no", reason="Why?", remedy="Ask.")) == "no\nWhy? Ask."


def test_a_reason_begins_as_a_sentence_does_but_a_name_stays_as_it_is() -> None:
    assert render(invalid("no", reason="it is 3")) == "no\nIt is 3."
    assert render(invalid("no", remedy="pbm status tells")) == "no\npbm status tells."
    assert render(invalid("no", reason="place.speed is 3")) == "no\nplace.speed is 3."


def test_warnings_and_notes_are_marked_and_are_not_errors() -> None:
    warning = Problem(Severity.WARNING, "late")
    assert render(warning) == "warning: late"
    assert render(Problem(Severity.NOTE, "blanks")) == "note: blanks"
    assert not warning.is_error
    assert invalid("x").is_error
    assert illegal("x").is_error


def test_a_tab_before_the_fault_keeps_the_caret_under_it() -> None:
    said = render(invalid("bad", Span("s", 12, 3, 3, "\tx yy")))
    assert said.splitlines()[2] == "   | \t ^^^"


def test_a_caret_never_runs_past_the_line() -> None:
    assert render(invalid("bad", Span("s", 1, 3, 99, "abcd"))).splitlines()[2] == "  |   ^^"
    assert render(invalid("bad", Span("s", 1, 9, 2, "abcd"))).splitlines()[2].endswith("^")


def test_all_problems_come_in_the_order_of_their_places() -> None:
    late, early, nowhere = invalid("b", Span("s", 9)), invalid("a", Span("s", 2)), invalid("c")
    assert in_order([late, early, nowhere]) == [nowhere, early, late]
    assert render_all([late, early]) == "s:2:1: a\n\ns:9:1: b"
    assert str(Faults(late, early)) == "b; a"


def test_of_a_very_long_line_the_part_around_the_fault_is_shown() -> None:
    text = "a" * 500 + "X" + "b" * 500
    shown, carets = render(invalid("bad", Span("s", 1, 501, 1, text))).splitlines()[1:]
    assert len(shown) < 200
    assert shown[carets.index("^")] == "X"
    start = render(invalid("bad", Span("s", 1, 1, 1, "X" + text))).splitlines()[1:]
    assert start[0][start[1].index("^")] == "X"
    assert not start[0].startswith("1 | ...")
    end = render(invalid("bad", Span("s", 1, 1002, 1, text + "X"))).splitlines()[1:]
    assert end[0][end[1].index("^")] == "X"
    assert not end[0].endswith("...")
