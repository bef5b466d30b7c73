"""Strike the sentences that a later ruling of the same turn overtook.

A ruling may put a ship back in play that was destroyed earlier in the turn. The event stays in the
story, struck, with the ruling beside it; summaries and pictures leave it out, so that they follow
the state. Each game says in ``Ruleset.claims`` which fields an event's sentence speaks of. Only
events and rulings that the reader perceives count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbm.kit.facts import Fact
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


def story_words(item: Mapping[str, Any]) -> str:
    """The sentence of an item; of a struck one, with the ruling that overtook it."""
    return f"{item['text']} [{item['struck']}]" if "struck" in item else str(item["text"])


def strike(story: Sequence[Mapping[str, Any]], found: Mapping[str, str]) -> None:
    """Put the words on the items of a story, and take away what pictures draw of them."""
    for section in story if found else ():
        for item in section["items"]:
            struck: Fact = found.get(item["event"])
            if struck:
                item["struck"] = struck
                for drawn in ("track", "scene"):
                    item.pop(drawn, None)
