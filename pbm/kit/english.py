"""Numbers, lists, capitals and persons in English sentences."""

import re
from collections.abc import Iterable

# Verbs behind "you" with their forms behind a name; behind "You" others get an s.
_VERBS = {
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
    "owe": "owes",
    "know": "knows",
    "borrow": "borrows",
    "hold": "holds",
    "own": "owns",
    "set": "sets",
    **dict.fromkeys(
        ("may", "can", "cannot", "must", "had", "lost", "won", "knew", "gave", "took", "sent"), ""
    ),
}
_YOU = re.compile(
    r"""\"[^"]*\"|\b(?P<whose>your)(?P<alone>s?)\b"""
    r"""|\b(?P<you>you)\b(?P<adverb>\ no\ longer)?(?:\ (?P<verb>[a-z]+))?""",
    re.IGNORECASE | re.VERBOSE,
)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun, singular or plural.

    >>> count(1, "hex", "hexes"), count(0, "hit")
    ('1 hex', '0 hits')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def nearest(word: str, known: Iterable[str], least: int = 60) -> str:
    """The known word most like this one, "" if none is; ``least``: how like it, in percent.

    >>> nearest("shpi", ["ship", "fleet"]), nearest("moon", ["ship", "fleet"])
    ('ship', '')
    """
    from difflib import get_close_matches  # only faults need it

    return next(iter(get_close_matches(word, known, 1, least / 100)), "")


def with_article(noun: str) -> str:
    """A noun with its indefinite article, by how it is spelled.

    >>> with_article("assault rocket"), with_article("laser cannon"), with_article("unit")
    ('an assault rocket', 'a laser cannon', 'a unit')
    """
    is_open = noun[:1].casefold() in "aeiou" and not noun.casefold().startswith(
        ("uni", "eu", "one")
    )
    return f"{'an' if is_open else 'a'} {noun}"


def signed(number: object) -> str:
    """A number as people write it, with a minus where it is negative.

    >>> signed(-160), signed("+200"), signed(26)
    ('−160', '+200', '26')
    """
    return str(number).replace("-", "−")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Parts as a list in a sentence.

    >>> listed(["B1", "B2", "A3"])
    'B1, B2 and A3'
    """
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def by_number(name: str) -> list[tuple[int, str]]:
    """A sort key that compares the numbers in names by their size.

    >>> sorted(["B10", "B2", "Bee"], key=by_number)
    ['B2', 'B10', 'Bee']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(int(part), "") if part[0] in "0123456789" else (0, part.casefold()) for part in parts]


def capital(text: str) -> str:
    """The text with a capital first letter, if that letter has a capital (ß has none).

    >>> capital("your Sword A"), capital("ßander")
    ('Your Sword A', 'ßander')
    """
    first = text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]


def in_third_person(text: str, name: str) -> str:
    """Sentences that speak to a reader, as sentences about the one of that name.

    What stands in quotes stays.

    >>> in_third_person("You pay 2 MCr of your debt. 3 MCr are burnt as you ordered.", "Rook")
    'Rook pays 2 MCr of their debt. 3 MCr are burnt as they ordered.'
    >>> in_third_person('"all you have" was not carried out: you are told why.', "Rook")
    '"all you have" was not carried out: Rook is told why.'
    """
    mentioned = False

    def one(found: re.Match[str]) -> str:
        nonlocal mentioned
        word = found["whose"] or found["you"]
        if word is None:
            return found[0]
        by_name = not mentioned or word[0] == "Y"
        mentioned = True
        if found["whose"]:
            return f"{name}'s" if by_name else f"their{found['alone']}"
        verb = found["verb"] or ""
        between = (found["adverb"] or "") + (" " if verb else "")
        if not verb or not (word[0] == "Y" or verb in _VERBS or verb.endswith("ed")):
            return f"{name if by_name else 'them'}{between}{verb}"
        if not by_name:
            return f"they{between}{verb}"
        same = verb.endswith("ed")
        return f"{name}{between}{_VERBS.get(verb, verb if same else verb + 's') or verb}"

    return _YOU.sub(one, text)


def ranges(numbers: Iterable[int], between: str = "-", least: int = 2) -> str:
    """Numbers in order, ``least`` consecutive ones and more joined.

    >>> ranges([5, 6, 7, 12]), ranges([5, 6, 7, 11, 12], " to ", 3)
    ('5-7, 12', '5 to 7, 11, 12')
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = (
        [f"{run[0]}{between}{run[-1]}"] if len(run) >= least else map(str, run) for run in runs
    )
    return ", ".join(one for part in parts for one in part)
