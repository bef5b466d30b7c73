"""The battles of a turn on the pages: result, pictures, rounds, and tables of both sides.

Where volleys are many they are summed up in a table; the packet still has each with its dice.
Rule: NV REP-07, NV SPC-04.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from pbm.engine.story import Section
from pbm.games.nova.report.battles.battle_art import scene_picture
from pbm.games.nova.report.battles.battle_ledger import Table, tables
from pbm.games.nova.report.battles.battle_scenes import Scene, scenes
from pbm.games.nova.report.battles.battle_words import some
from pbm.games.nova.report.battles.fight_facts import Fight, Volley, fight
from pbm.games.nova.report.item import Item
from pbm.kit.records import Record

VOLLEY = "fight_volley"
SAID = 8  # up to this number of volleys in a round are listed one by one
BY_SHIP = 24  # up to this number are summed by ship, target and weapon; more by target and weapon
RUN_IN = 4  # from this number on, sentences of a kind share a paragraph
MOST_PICTURES = 24


class Part(Record):
    """A paragraph of a round that tells ``items``, or the rows of a table of ``all`` volleys."""

    text: str = ""
    items: Sequence[Item] = ()
    rows: Sequence[Sequence[str]] = ()
    all: Sequence[Item] = ()


class FightPage(Record):
    """A battle on the page.

    ``lead`` are the items of its result; ``last`` is the last reported round of a battle that went
    on without the reader, else 0. Round 0 is the set-up.
    """

    title: str
    whole: bool
    lead: Sequence[Item]
    last: int
    pictures: Sequence[Scene]
    left_out: int
    sides: Sequence[str]
    rounds: Sequence[tuple[int, Sequence[Part]]]
    tables: Sequence[Table]

    def drawn(self, scene: Scene) -> Markup:
        """The picture of a round."""
        return scene_picture(scene, self.pictures)


def fights(story: Sequence[Section[Item]]) -> list[FightPage | None]:
    """The battle of each section of the story, None for a section without one."""
    return [_page(section.title, section.items) for section in story]


def _page(title: str, items: Sequence[Item]) -> FightPage | None:
    lead = [item for item in items if not item.facts]
    rounds = [(fight(item.kind, item.facts, item.event), item) for item in items if item.facts]
    if not rounds:
        return None
    told = [one for one, _item in rounds]
    drawn, left_out = _drawn(scenes(told))
    came_to = {item.kind for item in items}
    goes_on = "battle" in came_to and "fight_ended" not in came_to
    return FightPage(
        title,
        any(one.whole for one in told),
        lead,
        max(one.round for one in told) if goes_on else 0,
        drawn,
        left_out,
        drawn[0].sides if drawn else (),
        [
            (number, list(_parts(list(those))))
            for number, those in groupby(rounds, lambda pair: pair[0].round)
        ],
        tables(told),
    )


def _drawn(all: Sequence[Scene]) -> tuple[Sequence[Scene], int]:
    """Choose the scenes to draw, those with fire or losses first; count the others."""
    if len(all) <= MOST_PICTURES:
        return all, 0
    busy = [one for one in all if one.fire or one.gone] or list(all)
    half = MOST_PICTURES // 2
    shown = busy if len(busy) <= MOST_PICTURES else [*busy[:half], *busy[-half:]]
    return shown, len(all) - len(shown)


def _parts(items: Sequence[tuple[Fight, Item]]) -> Iterator[Part]:
    """A round's paragraphs, and its volleys as a table where they are many."""
    volleys = [(one, item) for one, item in items if isinstance(one, Volley)]
    summed = len(volleys) > SAID
    for kind, group in groupby(items, lambda pair: pair[0].kind):
        those = [item for _one, item in group]
        if kind == VOLLEY and summed:
            if volleys:
                fired, told = zip(*volleys, strict=True)
                yield Part(rows=_sums(fired), all=told)
                volleys = []
        elif len(those) >= RUN_IN and kind != VOLLEY:
            yield Part(" ".join(item.text for item in those), those)
        else:
            yield from (Part(item.text, [item]) for item in those)


def _sums(volleys: Sequence[Volley]) -> list[list[str]]:
    """Rows of volleys with the same weapons at one target, of each ship or of all together."""
    by_ship = len(volleys) <= BY_SHIP
    heaps: dict[tuple[str, str, str], list[Volley]] = {}
    for one in volleys:
        by = one.by.name if by_ship else one.by.side
        heaps.setdefault((by, one.to.name, one.weapon), []).append(one)
    return [_sum(to, what, heap) for (_by, to, what), heap in heaps.items()]


def _sum(to: str, what: str, heap: Sequence[Volley]) -> list[str]:
    names = dict.fromkeys(one.by.name for one in heap)
    reach = [one.distance for one in heap]
    far = str(min(reach)) if min(reach) == max(reach) else f"{min(reach)}-{max(reach)}"
    damages = [hurt for one in heap for hurt in one.damages]
    numbers = (sum(one.shots for one in heap), sum(map(bool, damages)), sum(damages))
    return [some(names), to, what, far, *map(str, numbers)]
