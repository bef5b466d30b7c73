"""Strike the sentences that a later ruling of the same turn overtook.

A ruling may put a ship back in play that was destroyed earlier in the turn. The event stays in the
story, struck, with the ruling beside it; summaries and pictures leave it out, so that they follow
the state. Each game says in ``Ruleset.claims`` which fields an event's sentence speaks of. Only
events and rulings that the reader perceives count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.story import Item
from pbm.engine.types import StorySection
from pbm.packets.narrative import Shown, ruling_words

Claims = Mapping[str, tuple[str, ...]]


def overtaken(seen: Iterable[Shown], claims: Claims) -> dict[str, str]:
    """Map each event that a later ruling overtook to the words for it, by its id."""
    claiming: dict[str, list[str]] = {}
    found: dict[str, str] = {}
    for shown in seen:
        if shown["kind"] == "ruling":
            for path in _changed(shown):
                found |= dict.fromkeys(claiming.pop(path, ()), _words(shown))
        for path in _claimed(shown, claims):
            claiming.setdefault(path, []).append(shown["id"])
    return found


def _changed(shown: Shown) -> Iterator[str]:
    return (change["path"] for change in shown.get("changes", ()))


def _claimed(shown: Shown, claims: Claims) -> Iterator[str]:
    """The fields that an event's sentence speaks of: as its kind says, else those it changed."""
    paths = claims.get(shown["kind"])
    if paths == ():
        yield from _changed(shown)
    for path in paths or ():
        try:
            yield path.format(**shown["facts"])
        except KeyError:  # its reader does not know what it is of
            continue


def _words(ruling: Shown) -> str:
    reason = ruling.get("ruling", "")
    because = f", because {reason}" if reason else ""
    return f"This no longer holds: the game master ruled {ruling_words(ruling['facts'])}{because}."


def story_words(text: str, struck: str) -> str:
    """The sentence of an item; of a struck one, with the ruling that overtook it."""
    return f"{text} [{struck}]" if struck else text


def strike(story: Sequence[StorySection], found: Mapping[str, str]) -> Sequence[StorySection]:
    """The story with the words on its items, and without what pictures draw of these."""
    if not found:  # nearly always
        return story
    return [replace(one, items=[_struck(item, found) for item in one.items]) for one in story]


def _struck(item: Item, found: Mapping[str, str]) -> Item:
    if item.event not in found:
        return item
    return replace(item, struck=found[item.event], track=[], scene=None)
