"""The ``icm`` order: how interceptor missiles are used. Rule: KH 4 Interceptor Missiles."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import supply_of
from pbm.games.knighthawks.orders.part import ShipOrder
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.kit.records import Record
from pbm.language.order import Unreached
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

# The weapons that ICMs work against, as a sheet counts them.
_AGAINST = {"torpedo": "torpedo", "assault_rocket": "rocket", "rocket_battery": "RB"}
ICM_KINDS = tuple(_AGAINST)
_RULE = "KH 4 Interceptor Missiles"


class IcmLine(Record):
    """The ``icm`` line: how many against each kind, or until the chance is low enough.

    ``each`` maps torpedo, assault_rocket, rocket_battery to a number; ``until`` is the chance
    (per cent) to come down to, None if not given; ``keep`` ICMs are never used.
    """

    ref: OrderRef | None
    each: Mapping[str, int] = {}
    until: int | None = None
    keep: int = 0


def _read(resolver: ShipResolver, node: Node) -> IcmLine:
    if node.kind == "icm_never":
        return IcmLine(resolver.ref, dict.fromkeys(ICM_KINDS, 0))
    each: dict[str, int] = {}
    against = [part for part in node.parts if part.kind == "against"]
    for part in against:
        kind = supply_of(part.parts[0])
        if kind not in ICM_KINDS:
            resolver.bad(
                part.word,
                "an ICM is not used against that",
                reason="ICMs work against torpedos, assault rockets and rocket batteries",
                rule=_RULE,
            )
        elif kind in each:
            resolver.bad(part.word, "the icm line names the same weapon twice")
        each[kind] = part.number or 0
    others = resolver.once([part for part in node.parts if part.kind != "against"])
    until, keep = others.get("until"), others.get("keep")
    chance = resolver.percent(until, "<=") if until else None
    if keep:
        resolver.kept(keep, "icm", "an icm line")
    return IcmLine(
        resolver.ref,
        {kind: each[kind] for kind in ICM_KINDS if kind in each},
        chance,
        (keep.number or 0) if keep else 0,
    )


def _check(resolver: ShipResolver, line: IcmLine) -> IcmLine | None:
    """None for a ship without ICMs."""
    had, left = resolver.had("icm"), resolver.left("icm")
    if not had:
        fault = f"{resolver.name} carries no ICMs"
        resolver.refuse(fault, rule=_RULE, outcome=NOT_DONE)
        return None
    if not left:
        resolver.warn(f"{resolver.name} has used all its {had} ICMs")
    elif line.keep >= left:
        resolver.warn(f"this keeps {line.keep} of {left} ICMs, so none will be used")
    return line


def _text(line: IcmLine, _name: Name) -> str:
    parts = [f"{_AGAINST[kind]} {number}" for kind, number in line.each.items()]
    if line.until is not None:
        parts.append(f"until chance <= {line.until}")
    if line.keep or not parts:
        parts.append(f"keep {line.keep}")
    return f"icm {', '.join(parts)}"


def _prefill(sheet: Prefill) -> Iterator[str]:
    if (sheet.ship.supplies or {}).get("icm", 0) > 1:
        yield "  icm     torpedo 9, until chance <= 40, keep 1"


def _unreached(lines: Sequence[IcmLine], unit: str) -> Iterator[Unreached]:
    """For each kind of weapon the first line that speaks of it counts."""
    spoken: set[str] = set()
    for line in lines:
        kinds = set(line.each or ICM_KINDS if line.until is not None else line.each)
        if kinds and kinds <= spoken:
            assert line.ref is not None
            reason = "Lines above it name the same weapons and come first"
            yield line.ref.line, f"this icm line of {unit} never counts", reason
        spoken |= kinds


ICM = ShipOrder(
    verb="icm",
    line=IcmLine,
    rules=("icm", "icm_never"),
    read=_read,
    check=_check,
    line_text=_text,
    prefill=_prefill,
    unreached=_unreached,
)
