"""Ledgers: lines of text whose columns stand where tab stops put them."""

from __future__ import annotations

import re

from markupsafe import Markup

from pbm.pages.render import policy
from pbm.pages.tabbed_table import (
    FIGURE,
    HAIR,
    INDENT,
    NEAR,
    SIZE,
    STOP,
    WIDTH,
    tabbed_table,
    text_width,
)
from pbm.pages.table_of_contents import FEW, PLACE, looks_long, with_contents

ROWS = [
    ("ALGOL", 7, "World", 120, "home star"),
    ("Жизнь 中文", 10, "–", -5, "armies, aliens"),
    ("WWWWWWWWWWWWWWW", 6, "Outpost", 0, ""),
]
HEADS = ("System", "Type", "Status", "MCr", "Remarks")


def lines(made: Markup) -> list[str]:
    """The text of the head and of each row."""
    found = re.findall(r"<t[hd]>(.*?)</t[hd]>", made, re.DOTALL)
    return [Markup(one).unescape() for one in found]


def starts(line: str, *, bold: bool = False) -> list[tuple[str, float]]:
    """Each cell of a line with where it begins, as a printer with tab stops would set it.

    A tab goes to the first stop behind where it stands.
    """
    found: list[tuple[str, float]] = []
    at, word, begun = 0.0, "", 0.0
    for sign in [*line, "\t"]:
        if sign == "\t":
            if word.strip(HAIR + FIGURE):
                found.append((word.strip(HAIR + FIGURE), begun))
            at = (at // STOP + 1) * STOP
            word, begun = "", at
        else:
            if sign in HAIR + FIGURE and not word.strip(HAIR + FIGURE):
                begun += text_width(sign, bold=bold)
            word += sign
            at += text_width(sign, bold=bold)
    return found


def test_a_width_is_the_sum_of_what_the_fonts_say() -> None:
    # IBM Plex Sans sets every figure six tenths wide, Noto Sans SC every character a whole.
    assert abs(text_width("1234567890") - 6 * SIZE) < 1e-9
    assert abs(text_width("中文") - 2 * SIZE) < 1e-9
    assert text_width("W", bold=True) > text_width("W")


def test_cells_of_a_column_begin_or_end_at_one_place() -> None:
    head, *rows = lines(tabbed_table(HEADS, ROWS, (1, 3)))
    columns = [starts(head, bold=True), *map(starts, rows)]
    for n in (0, 2, 4):
        assert len({round(found[n][1], 3) for found in columns if len(found) > n}) == 1, n
    for n in (1, 3):
        ends = [at + text_width(cell) for cell, at in (found[n] for found in columns[1:])]
        # Hair spaces are half a point wide, so the ends differ by less than one of them.
        assert max(ends) - min(ends) < text_width(HAIR), n
    assert all(at < WIDTH for found in columns for _cell, at in found)


def test_no_tab_begins_where_a_printer_could_see_the_stop_before_or_behind() -> None:
    rows = [("x" * n, n, "a", n, "b") for n in range(40)]
    for place, line in enumerate(lines(tabbed_table(HEADS, rows, (1, 3)))):
        at = 0.0
        for sign in line:
            if sign == "\t":
                assert at % STOP == 0 or NEAR <= at % STOP <= STOP - NEAR, line
                at = (at // STOP + 1) * STOP
            else:
                at += text_width(sign, bold=place == 0)


FLEET = "a fleet of " + ", ".join(f"Stinger-{n}" for n in range(40))


def test_a_cell_too_wide_goes_below_its_row_under_its_head() -> None:
    made = lines(tabbed_table(("Place", "Ships", "Remarks"), [("ALGOL", FLEET, "away " * 30)]))
    line, below = made[1].split("</div>", 1)
    assert line.startswith("<div>ALGOL\t") and line.endswith("away")
    assert below == f'<div class="wide">Ships: {FLEET}</div>'


def test_a_name_too_wide_goes_above_its_row() -> None:
    rows = [(FLEET, "full", "in play"), (FLEET, "", ""), ("Raven", "full", "away")]
    made = lines(tabbed_table(("Ship", "Shields", "Fate"), rows))
    above, line = made[1].split("</div>", 1)
    assert above == f'<div class="wide">{FLEET}'
    assert [cell for cell, _at in starts(line[5:-6])] == ["full", "in play"]
    assert made[2] == f'<div class="wide">{FLEET}</div>'
    assert "<div" not in made[3]


def test_an_odd_cell_leaves_its_column_where_not_all_have_room() -> None:
    """Of 20 rows 19 count, and a cell of the last less than a quarter wider than theirs."""
    rows = [("ALGOL", "x" * 20, FLEET)] * 19 + [("ALGOLA", "x" * 90, FLEET)]
    *made, last = lines(tabbed_table(("Place", "Faces", "Ships"), rows))[1:]
    assert not any("Faces: " in row for row in made)
    assert f'<div class="wide">Faces: {"x" * 90}</div>' in last
    assert last.startswith("<div>ALGOLA\t")
    rows[-1] = ("ALGOL-ALGOL", *rows[-1][1:])
    assert '<div class="wide">ALGOL-ALGOL</div>' in tabbed_table(("Place", "Faces", "Ships"), rows)
    assert "wide" not in tabbed_table(("Place", "Faces"), [("ALGOL-ALGOL", "x" * 90)] * 2)


def test_a_ledger_in_a_story_ends_where_the_story_ends() -> None:
    rows = [(FLEET, f"c{n}", "BL 10", n) for n in range(20)]
    for indented, whole in ((False, WIDTH), (True, WIDTH - INDENT)):
        made = lines(tabbed_table(("By", "At", "With", "Damage"), rows, (3,), indented=indented))
        ends = [
            at + text_width(cell)
            for row in made[1:]
            for cell, at in starts(row.split("<div>", 1)[1].removesuffix("</div>"))
        ]
        assert whole - 6 * STOP < max(ends) <= whole, indented


def test_cells_are_escaped_and_keep_one_line() -> None:
    made = tabbed_table(("A", "B"), [("<b>", "one\n\ttwo")], kind="x")
    assert "&lt;b&gt;" in made and "<b>" not in made
    assert "one two" in made
    assert '<table class="ledger stop' in made and ' x">' in made
    assert '<tr class="strong">' in tabbed_table(("A", "B"), [("a", "b")], strong=(0,))


# --- contents, and the policy of a page -------------------------------------------------------


def page(headings: int) -> str:
    return PLACE + "".join(
        f"<h2>Part {n} <span>aside</span></h2><p>text</p>" for n in range(headings)
    )


def test_contents_name_each_heading_and_lead_to_it() -> None:
    made = with_contents(page(FEW))
    assert made.count("<li>") == FEW
    for n in range(1, FEW + 1):
        assert f'<a href="#part-{n - 1}">Part {n - 1}</a>' in made
        assert f'<h2 id="part-{n - 1}">Part {n - 1} <span>aside</span></h2>' in made
    assert PLACE not in made
    assert "contents-along" not in made
    assert '<a class="contents-along" href="#contents">' in with_contents(page(FEW), along=True)


def test_headings_alike_have_names_of_their_own() -> None:
    made = with_contents(
        PLACE + "<h2>Ships</h2>" * 2 + '<p id="ships-3"></p><h2>Ships</h2><h2>名</h2>'
    )
    assert re.findall(r'<h2 id="([^"]+)"', made) == ["ships", "ships-2", "ships-4", "part"]


def test_few_headings_or_no_place_need_no_contents() -> None:
    assert with_contents(page(FEW - 1)) == page(FEW - 1)
    bare = page(FEW).replace(PLACE, "")
    assert with_contents(bare) == bare


def test_pictures_do_not_make_a_page_look_long() -> None:
    assert looks_long("x" * 34_001)
    assert not looks_long("x" * 34_000)
    assert not looks_long("<svg>" + "x" * 34_000 + "</svg>")


def test_a_policy_names_what_stands_in_the_page_alone() -> None:
    # sha256 of "a{}" and of nothing, as sha256sum and base64 give them.
    style = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"
    empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    assert "style-src" not in policy("<p>")
    assert policy("<style></style>").endswith(f"; style-src {empty}")
    assert policy("<style>a{}</style>").endswith(f"; style-src {style}")
    assert policy("<style>a{}</style><style></style>").count("sha256-") == 2
    assert policy("<style></style><script></script>").endswith(f"; script-src {empty}")
    assert policy("").startswith("default-src 'none'")


def test_a_sign_that_no_font_holds_takes_no_room() -> None:
    assert text_width("a\ud55c") == text_width("a") > 0
