"""The next sheet in two columns says what the sheet says, and can be copied from the page."""

from __future__ import annotations

from pbm.pages.sheet_columns import COLUMN, ROWS, sheet_columns
from pbm.sheets.envelope import GOES_ON
from tests.core.sheets.shipped_sheets import prefilled_sheets

SHIP = "SHIP {0}\n  # Frigate at 0{0}01\n  move speed 5\n  attack LB at nearest"


def words(sheet: str) -> list[str]:
    """The words of a sheet in order, without what breaks its lines."""
    return sheet.replace("#", " ").split()


def lines(sheet: str) -> list[str]:
    return [
        line
        for row in sheet_columns(sheet)
        for part in filter(None, row)
        for line in part.split("\n")
    ]


def test_a_sheet_is_divided_between_its_parts() -> None:
    ships = [SHIP.format(n) for n in range(1, 5)]
    assert list(sheet_columns("\n\n".join(ships) + "\n")) == [
        ("\n\n".join(ships[:2]), "\n\n".join(ships[2:]))
    ]


def test_the_parts_of_a_long_sheet_follow_each_other_in_rows() -> None:
    ships = [SHIP.format(n) for n in range(1, 10)] * 2
    rows = list(sheet_columns("\n\n".join(ships)))
    # 18 ships of 5 lines: 7 of 34 lines are nearest to 32, then 6 of 30, then what is left.
    assert [part.count("SHIP") for row in rows for part in row] == [4, 3, 3, 3, 3, 2]
    assert "\n\n".join(part for row in rows for part in row) == "\n\n".join(ships)


def test_one_line_fills_one_column() -> None:
    assert list(sheet_columns("END\n")) == [("END", "")]


def test_a_part_without_an_empty_line_is_cut_between_orders() -> None:
    orders = [f"  # Ship-{n} is damaged\n  CEDAR  Ship-{n}" for n in range(20)]
    left, right = next(sheet_columns("MOVEMENT\n" + "\n".join(orders)))
    assert right.startswith("  # Ship-10 is damaged")
    assert abs(len(left.split("\n")) - len(right.split("\n"))) <= 3


def test_an_order_that_goes_on_is_not_cut() -> None:
    orders = ["  pods 1 hunter, 2 hunter,\n    3 crew,\n    4 crew"] * 6
    left, right = next(sheet_columns("\n".join(orders)))
    assert left.endswith("4 crew")
    assert right.startswith("  pods")


def test_a_long_remark_becomes_several() -> None:
    remark = "  # Light Cruiser at 1718, facing 8, speed 4; this turn 2 to 6, at\n  # most 2 turns"
    assert lines(remark) == [
        "  # Light Cruiser at 1718, facing 8, speed 4; this",
        "  # turn 2 to 6, at most 2 turns",
    ]


def test_short_remarks_stay_apart() -> None:
    assert lines("  # hull 8 of 8\n  # rockets 2") == ["  # hull 8 of 8", "  # rockets 2"]


def test_a_long_order_is_broken_after_a_comma_and_its_remark_put_below() -> None:
    order = "BUY Scout 6 as Scout-1, Scout-2, Scout-3, Scout-4, Scout-5, Scout-6  # six of them"
    assert lines(order) == [
        "BUY Scout 6 as Scout-1, Scout-2, Scout-3, Scout-4,",
        "  Scout-5, Scout-6",
        "  # six of them",
    ]


def test_a_long_order_without_commas_stays_as_it_is() -> None:
    order = "  " + "attack at nearest " * 5
    assert lines(order.rstrip()) == [order.rstrip()]


def test_the_columns_of_shipped_sheets_say_what_the_sheets_say() -> None:
    for sheet in prefilled_sheets():
        found = lines(sheet)
        assert words("\n".join(found)) == words(sheet)
        assert all(len(line) <= COLUMN for line in found if line.lstrip().startswith("#"))
        for part in (part for row in sheet_columns(sheet) for part in row if part):
            assert part.count("\n") < 3 * ROWS
            assert part == part.strip("\n")
            assert not part.endswith(GOES_ON) or part.rsplit("\n")[-1].lstrip().startswith("#")
