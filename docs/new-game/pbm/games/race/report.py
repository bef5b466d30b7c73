"""The story of a turn in sentences."""

from collections.abc import Mapping, Sequence

from pbm.games.race.view import View

from pbm.engine.events import Event
from pbm.engine.game import Post
from pbm.engine.story import Item
from pbm.engine.types import StorySection
from pbm.kit.facts import Fact
from pbm.packets.catalogue import COMMON, Catalogue
from pbm.packets.narrative import sections, story_item

TITLES = {"run": "The race"}
CATALOGUE: Catalogue[None] = Catalogue(
    {"added": "you are at {total}.", "won": "the race is over: {result}.", **COMMON}, {}
)


def tell(events: Sequence[Event], _view: View, player: str) -> tuple[StorySection, ...]:
    """The events that the player perceives, in sentences."""
    return sections(events, player, lambda phase: TITLES.get(phase, phase), item)


def item(shown: Mapping[str, Fact]) -> Item:
    """One event as a line of the report."""
    text = CATALOGUE.sentence(shown, None)
    own = shown["kind"] == "added"
    return story_item(shown, text, Item, ships=[], own=own, important=False)


def summary(
    _events: Sequence[Event], view: View, _player: str, _due: Sequence[str], _post: Post
) -> tuple[str, ...]:
    """The first lines of a report."""
    return (f"You are at {view.total} of {view.goal}.",)
