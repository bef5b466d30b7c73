"""TECH: a sample technology, or levels one by one. Rule: NV SET-29, NV TEC-01, NV TEC-47."""

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.pregame.pregame_line import PregameLine, check, line_text, once
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.presets import PRESETS
from pbm.games.nova.state.technology import tech_points
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import near


def read(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    """``TECH preset stomp`` or ``TECH BL 15, JD 3``."""
    return (_preset if node.kind == "preset" else _levels)(resolver, node)


def _preset(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    """One of the twelve sample technologies; levels written one by one stand before its own."""
    word = node.names[0]
    once(resolver, "preset", word)
    titles = {folded(one.title): key for key, one in PRESETS.items()}
    name = folded(bare(word))
    one = PRESETS.get(titles.get(name, name))
    if one is None:
        found = near(name, {key: one.name for key, one in PRESETS.items()})
        resolver.bad(
            word,
            f'"{bare(word)}" is not a sample technology',
            reason=f"They are {', '.join(PRESETS)}",
            rule="NV TEC-47",
            remedy=f"Did you mean {found}?" if found else "",
        )
        return ()
    levels = ", ".join(f"{kind} {level}" for kind, level in one.levels.items())
    own, told = _read_levels(resolver, node)
    differs = "".join(f", {level}" for level in told)
    words = f"TECH preset {one.name} ({levels}; {amount_text(one.points)} TP){differs}"
    tech = {**one.levels, **resolver.roster.pregame.tech, **own}
    return (PregameLine(resolver.ref, "preset", words, {"preset": one.name, "tech": tech}),)


def _levels(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    levels, told = _read_levels(resolver, node)
    tech = {**resolver.roster.pregame.tech, **levels}
    return (PregameLine(resolver.ref, "levels", f"TECH {', '.join(told)}", {"tech": tech}),)


def _read_levels(resolver: Resolver, node: Node) -> tuple[dict[str, int], list[str]]:
    """The levels that a line names, and each with its tech points."""
    told: list[str] = []
    levels: dict[str, int] = {}
    for part in node.parts:
        kind, level = part.word.upper(), part.number or 0
        try:
            told.append(f"{kind} {level} ({amount_text(tech_points(kind, level))} TP)")
        except ValueError as error:
            resolver.bad(part.word, str(error), rule="NV TEC-01")
        levels[kind] = level
    return levels, told


TECH = OrderKind("tech", PregameLine, read, line_text, check, rules=("preset", "levels"))
