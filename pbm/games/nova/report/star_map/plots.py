"""Small charts: progress of research, money over the turns, growth."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil

from markupsafe import Markup

from pbm.drawing.svg import path, picture, tag
from pbm.games.nova.rules.history import KEPT
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.view.record import View

_WIDTH, _HEIGHT = 120, 12
_WIDE, _HIGH = 560, 110  # of the plot of money, without what stands beside it
_NARROW, _LOW = 260, 56  # of a plot of numbers
_INK, _PALE = "#1b1f24", "#8893a0"


def bar(done: int, goal: Fraction) -> Markup:
    """How much of a goal is done; full at the goal and beyond."""
    part = min(ceil(done * _WIDTH / goal), _WIDTH) if goal else _WIDTH
    return picture(
        f"{done} of {amount_text(goal)} Tech Points",
        (-1, -1, _WIDTH + 2, _HEIGHT + 2),
        tag("rect", width=part, height=_HEIGHT, fill="#1b4f9c"),
        tag("rect", width=_WIDTH, height=_HEIGHT, fill="none", stroke="#1b1f24"),
        class_="bar",
        width=_WIDTH,
        height=_HEIGHT,
    )


def money(annals: Sequence[Sequence[int]]) -> Markup | None:
    """Production as a line, the treasury as dashes, turn by turn; None for less than two turns."""
    if len(annals) < 2:
        return None
    values = [entry[place] for entry in annals for place in (1, 2)]
    low, high = min(0, *values), max(1, *values)
    first, last = annals[0][0], annals[-1][0]

    def x(turn: int) -> int:
        return (turn - first) * _WIDE // (last - first)

    def y(amount: int) -> int:
        return (high - amount) * _HIGH // (high - low)

    lines = []
    for place, more in ((1, {}), (2, {"stroke_dasharray": "7 4"})):
        ways = [f"{x(entry[0])} {y(entry[place])}" for entry in annals]
        lines.append(
            path([f"M{' L'.join(ways)}"], fill="none", stroke=_INK, stroke_width=2, **more)
        )
    newest = annals[-1]
    label = (
        f"Production and treasury from turn {first} to {last}: production {newest[1]}, "
        f"treasury {newest[2]} MCr at the end, at most {high}."
    )
    return picture(
        label,
        (-46, -12, _WIDE + 160, _HIGH + 34),
        path([f"M0 0V{_HIGH}M0 {y(0)}H{_WIDE}"], fill="none", stroke=_PALE, stroke_width=1),
        *_marks(((0, first), (_WIDE, last)), ((y(0), 0), (0, high))),
        *lines,
        *_names(newest, y(newest[1]), y(newest[2])),
        class_="plot",
        width=_WIDE + 160,
        height=_HIGH + 34,
    )


def growth(view: View) -> list[Markup]:
    """How an empire grew: technology, systems explored, its ships by the turn they were built.

    From its beginning, or as far back as the annals go, by what the view holds; empty before the
    second turn.
    """
    annals = view.empire.annals
    if len(annals) < 2:
        return []
    # 0 is what it began with; of a long campaign the annals tell the last turns alone.
    begun = annals[0][0] if len(annals) == KEPT and annals[0][0] > 1 else 0
    turns = range(begun, annals[-1][0] + 1)
    seen = [one.explored_on for one in view.systems if one.explored]
    built = [ship.built for ship in view.ships]
    # Turns run before levels were noted have none.
    noted = [entry for entry in annals if len(entry) > 3] or [[0, 0, 0, 0]]
    since, had = noted[0][0], noted[0][3]
    gained = dict.fromkeys(turns, 0) | {entry[0]: max(0, entry[3] - had) for entry in noted}
    research = _columns(f"Technology gained since turn {since}", gained, "levels")
    return [
        *([research] if any(gained.values()) else []),
        _columns(
            "Systems explored", {turn: sum(on <= turn for on in seen) for turn in turns}, "in all"
        ),
        _columns(
            f"Ships of today built since turn {begun}, by turn"
            if begun
            else "Ships of today by the turn they were built",
            {turn: built.count(turn) for turn in turns},
            "at most in a turn",
        ),
    ]


def _columns(title: str, numbers: Mapping[int, int], most: str) -> Markup:
    """A column for each turn, with the largest number and the first and last turn."""
    high, turns = max(1, *numbers.values()), list(numbers)
    step = max(1, min(14, _NARROW // len(turns)))
    found = [
        f"M{n * step} {_LOW}v{-(numbers[turn] * _LOW // high)}h{max(1, step - 2)}V{_LOW}z"
        for n, turn in enumerate(turns)
        if numbers[turn]
    ]
    wide = step * len(turns)
    last = ", ".join(f"turn {turn}: {numbers[turn]}" for turn in turns)
    return picture(
        f"{title}. {last}.",
        (-34, -30, _NARROW + 50, _LOW + 52),
        tag("text", title, x=-30, y=-16, font_size=12, font_weight="bold"),
        path([f"M-2 0V{_LOW}H{wide}"], fill="none", stroke=_PALE, stroke_width=1),
        path(found, fill=_INK),
        tag("text", str(high), x=-6, y=5, font_size=12, text_anchor="end"),
        tag("text", most, x=2, y=-3, font_size=9, fill="#56616d"),
        tag("text", f"turn {turns[0]}" if turns[0] else "start", x=0, y=_LOW + 15, font_size=12),
        tag("text", str(turns[-1]), x=wide, y=_LOW + 15, font_size=12, text_anchor="end"),
        class_="plot small-plot",
        width=_NARROW + 50,
        height=_LOW + 52,
    )


def _marks(across: Sequence[tuple[int, int]], down: Sequence[tuple[int, int]]) -> Iterator[Markup]:
    """The first and last turn below, nothing and the most at the left."""
    for x, turn in across:
        yield tag("text", f"turn {turn}", x=x, y=_HIGH + 18, font_size=12, text_anchor="middle")
    for y, amount in down:
        yield tag("text", str(amount), x=-6, y=y + 4, font_size=12, text_anchor="end")


def _names(newest: Sequence[int], first: int, second: int) -> Iterator[Markup]:
    """The name of each line at its end, kept apart from the other."""
    if abs(first - second) < 14:
        first, second = (first - 7, first + 7) if first <= second else (first + 7, first - 7)
    for y, words in ((first, f"production {newest[1]}"), (second, f"treasury {newest[2]}")):
        yield tag("text", words, x=_WIDE + 6, y=y + 4, font_size=12)
