"""Orders as secrets: lines of another's sheet that make no difference on the table."""

from __future__ import annotations

from hypothesis import strategies as st

from pbm.turns.submissions import submissions_of
from tests.secrecy.harness import World
from tests.secrecy.secrets import Allows, Changed, Draw, others, the_sheet, without_line


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
    found = others(world, player)
    other = draw(st.sampled_from(found)) if found else None
    text = the_sheet(world, other) if other else None
    if other is None or text is None or world.rulings:
        return None
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
