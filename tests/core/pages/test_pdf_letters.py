"""Lines of known letters are those that WeasyPrint has Pango set."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from pbm.pages.pdf_letters import Letters
from pbm.pages.render import printed

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
STYLE = """<style>body { width: 300px; font-size: 11px } .a { font-kerning: none;
font-variant-ligatures: none } .t { white-space: pre-wrap; tab-size: 8px } .w { white-space:
pre-wrap } .n { white-space: nowrap } .b { font-weight: bold } .s { letter-spacing: 2px }</style>"""
FIND = "AVATAR, To find five. "


def page(kind: str, text: str) -> str:
    body = f'<p class="{kind}">{text}</p>'
    return f"<html lang='en'><head><title>T</title>{STYLE}</head><body>{body}</body></html>"


def set_without_pango(
    monkeypatch: pytest.MonkeyPatch, kind: str, *texts: str, width: int = 300
) -> list[tuple[str, bool]]:
    """The lines set without Pango of the last of several texts, and whether more come after.

    Each is as Pango sets it.
    """
    from weasyprint.text.line_break import split_first_line

    set_line, found = Letters.set_line, []

    def compared(self: Letters, text: str, style: Any, width: float | None) -> Any:
        ours = set_line(self, text, style, width)
        if ours is not None:
            line, *figures = split_first_line(text, style, None, width, 0)
            assert list(ours[1:]) == figures
            assert (ours[0].text, ours[0].runs) == (line.text, line.runs)
            found.append((line.text, figures[1] is not None))
        return ours

    # A font of its own, so that nothing is known of it.
    monkeypatch.setattr("pbm.pages.pdf_letters._known", {})
    sized = [
        page(kind, text).replace("300px", f"{width}px").replace("11px", f"{11 + width / 1000}px")
        for text in texts
    ]
    for one in sized[:-1]:
        printed(one, WHEN)
    with monkeypatch.context() as patched:
        patched.setattr(Letters, "set_line", compared)
        printed(sized[-1], WHEN)
    return found


@pytest.mark.parametrize(
    ("kind", "texts", "first"),
    [
        ("", ("To find. AVATAR, To find.", "AVATAR, To find. AVATAR, To find."), True),
        ("b", ("To find. AVATAR, To find.", "AVATAR, To find. AVATAR, To find."), True),
        ("n", (FIND * 9, FIND * 20), True),
        ("a", ("nif dT AV", "find TdVA fin"), True),  # letters alone, in another order
        ("", ("find TdVA fin", "nif dT AV"), False),
        ("s", ("find", "find find"), False),  # spaced
        ("w", ("find it\n\nfind\n", "find\nfind it\n"), True),
        ("w", ("find\tit", "find\tit\tfind"), False),  # tabs of so many spaces
        ("t", ("find\tfin\td", "fin\t\td\tfind"), True),
        ("t", ("d\tfin", "\tfind"), False),
        ("", ("A\u0301find", "find A\u0301find"), False),  # an accent of its own
        ("", ("\ue000find", "\ue000find find"), False),
    ],
)
def test_a_line_is_as_pango_sets_it(
    monkeypatch: pytest.MonkeyPatch, kind: str, texts: tuple[str, ...], *, first: bool
) -> None:
    *_, last = texts
    found = set_without_pango(monkeypatch, kind, *texts)
    assert (last.strip().split("\n")[0] in [one.strip() for one, _ in found]) is first


def test_a_line_ends_where_pango_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = (FIND * 9, "AVATAR,<br>To<br>find<br>five. AVATAR")
    for kind in ("", "w", "a"):
        for width in range(150, 250, 9):
            found = set_without_pango(monkeypatch, kind, *taught, FIND * 8 + "five.", width=width)
            assert len([line for line, is_more in found if is_more]) > 2


@pytest.mark.parametrize(
    "text",
    ["either/or " * 30, "find-it " * 30, "fi\u2026 " * 60, "find" * 40, "i" * 300 + " i" * 200],
)
def test_a_line_that_could_end_in_a_word_is_left_to_pango(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    found = set_without_pango(monkeypatch, "", text, text + text[:9])
    assert not [line for line, is_more in found if is_more]
