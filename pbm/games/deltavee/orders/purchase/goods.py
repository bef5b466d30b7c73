"""Ships and pods to be bought, as a sheet names them. Rule: DV COST, DV 5.6. Ambiguity: DV-A93."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.games.deltavee.orders.lines.parts import KINDS, kinds_meant, near_part, plain_words
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.prices import classes_for_sale, pods_for_sale, title_of
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.state import Wanted
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.language.token import Token

MOST_LETTERS = 2


MOST_OF_A_KIND = 99


TITLES = {str(CLASSES.at(row, "title")).casefold().replace("-", " "): row for row in CLASSES.rows}


_FILLING = ("a", "an", "one", "the", "each", "battlecraft")


class Good(Record):
    """``2 battlecraft with Terwillicker-X``: a kind of pod as written, how many, what is in it.

    ``held`` are the words for that, ``each`` a number before or behind them.
    """

    word: Token
    kind: str
    number: int = 1
    held: tuple[Token, ...] = ()
    each: int | None = None


class Buying(Record):
    """``BUY A Clarinet "Rook"`` and pods; a line that begins with ``with`` has no ``words``."""

    word: Token
    words: tuple[Token, ...]
    goods: tuple[Good, ...]


def buying_of(node: Node) -> Buying:
    """A ``BUY`` line, or one that begins with ``with``."""
    goods = node.part("goods")
    words = tuple(word for word in node.tokens()[1:] if word.type != "WITH")
    return Buying(node.word, words, tuple(map(_good, goods.parts)) if goods else ())


def _good(node: Node) -> Good:
    words = [word for word in node.tokens() if word.type != "X"]
    stowed = node.part("stowed")
    inside = stowed.tokens("KIND_WORD", "NUMBER") if stowed else ()
    held = tuple(word for word in inside if word.type != "NUMBER" or len(word) > 2)
    each = [int(word) for word in inside if word not in held]
    number = int(words[0]) if words[0].type == "NUMBER" else 1
    return Good(words[-1], plain_words(words[-1]), number, held, each[0] if each else None)


def classes_meant(
    words: Sequence[Token], options: Mapping[str, str]
) -> Iterator[tuple[Token | None, str]]:
    """Letter and class of a ship, each way that the words can mean one.

    A class that is for sale is meant rather than one that is not.
    """
    ways: list[tuple[Token | None, list[str]]] = []
    for letter in (*[word for word in words if is_letter(word)], None):
        rest = [word.strip('"') for word in words if word is not letter]
        text = " ".join(rest).casefold().replace("-", " ")
        meant = [TITLES[title] for title in kinds_meant(text, TITLES)] if text else []
        sold = [klass for klass in meant if klass in classes_for_sale(options)]
        ways.append((letter, sold if len(sold) == 1 else meant))
    for letter, meant in ways:
        if len(meant) == 1:
            yield letter, meant[0]
            return
    for letter, meant in ways:
        if meant:
            yield from ((letter, klass) for klass in meant)
            return


def is_letter(word: Token) -> bool:
    """True for a word that may be the letters of a counter."""
    return word.isalpha() and word.isascii() and len(word) <= MOST_LETTERS


def wanted_of(resolver: UnitResolver, good: Good) -> Wanted:
    """One wish, its kind of pod and what it holds looked up."""
    if not 0 < good.number <= MOST_OF_A_KIND:
        resolver.bad(good.word, f"{good.number} pods cannot be bought")
    holds = _held(resolver, good)
    found = kinds_meant(good.kind, pods_for_sale()) or kinds_meant(good.kind, KINDS)
    if len(found) == 1:
        return Wanted(found[0], good.number, holds)
    craft = kinds_meant(good.kind.replace("-", " "), TITLES)
    if found:
        several = " or ".join(found)
        resolver.bad(
            good.word, f'"{good.kind}" can mean {several}', remedy="Write more of its words"
        )
    elif craft:
        title = title_of(TITLES[craft[0]])
        carried = CLASSES.at(TITLES[craft[0]], "kind") == "battlecraft"
        remedy = f"Write  battlecraft with {title}" if carried else f"Write  BUY  before {title}"
        resolver.bad(good.word, f"a {title} is not a pod", remedy=remedy)
    else:
        near = near_part(good.kind, KINDS)
        remedy = f"Did you mean {near}?" if near else "Between two of them stands a comma"
        resolver.bad(good.word, f'"{good.kind}" is not a kind of pod', remedy=remedy)
    return Wanted("", good.number, holds)


def _held(resolver: UnitResolver, good: Good) -> str:
    """The class of what lies in a pod, "" for nothing."""
    words = [word for word in good.held if word.casefold() not in _FILLING]
    if not good.held:
        return ""
    text = " ".join(words).casefold().replace("-", " ")
    crafts = [title for title, row in TITLES.items() if CLASSES.at(row, "kind") == "battlecraft"]
    found = kinds_meant(text, crafts) if text else ()
    first = good.held[0]
    if len(found) != 1:
        titles = ", ".join(title_of(TITLES[title]) for title in (found or crafts))
        fault = f'"{text}" can mean {titles}' if found else f'"{text}" is not a battlecraft'
        resolver.bad(first, fault, reason="" if found else f"They are {titles}")
        return ""
    if good.each not in (None, 1, good.number):
        fault = f"{good.number} pods do not hold {good.each} battlecraft"
        resolver.bad(first, fault, reason="Each holds one", rule="DV 5.6")
    return TITLES[found[0]]
