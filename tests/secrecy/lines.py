"""Orders as secrets: lines of another's sheet that make no difference on the table."""

from __future__ import annotations

from hypothesis import strategies as st

from pbm.turns.submissions import submissions_of
from tests.secrecy.harness import World
from tests.secrecy.secrets import Allows, Changed, Draw, sheet_of_another, with_lines, without_line


def line_left_out(
    draw: Draw,
    world: World,
    player: str,
    allows: Allows,
    *,
    heads: tuple[str, ...] = (),
    within: tuple[str, ...] = ("",),
    course: bool = True,
) -> Changed | None:
    """A line of another's sheet is not there; all other lines keep their places.

    ``heads`` are how sections begin; only lines of those that begin as in ``within`` may go.
    """
    found = sheet_of_another(draw, world, player)
    if found is None or world.rulings:
        return None
    other, text = found
    mailing, texts = world.base.given.mailing, world.texts_of(other)
    submitted = submissions_of(
        world.campaign, world.game_state, mailing, other, texts, world.game_state.seats
    )
    if submitted.main is None or not submitted.main.sheet.lines:
        return None
    lines, section = [], ""
    for line in submitted.main.sheet.lines:
        if heads and line.text.casefold().startswith(heads):
            section = line.text.casefold()
        elif section.startswith(within):
            lines.append(line)
    if not lines:
        return None
    line = draw(st.sampled_from(lines))
    changed = text
    for number, _typed in line.typed:
        changed = without_line(changed, number)
    return Changed(world.with_texts(changed), allows, course)


def idle_line_added(
    draw: Draw, world: World, player: str, line: st.SearchStrategy[str]
) -> Changed | None:
    """A line whose condition never holds, for the last unit of another's sheet."""
    found = sheet_of_another(draw, world, player)
    if found is None:
        return None
    _other, text = found
    return Changed(world.with_texts(with_lines(text, [draw(line)])), course=True)
