"""The ``attack`` and ``defence`` orders: a weapon, its targets by preference, its limits."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, distance
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import SUPPLY_WORDS, Condition, ConditionTest, before
from pbm.games.knighthawks.orders.part import ShipOrder
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.games.knighthawks.orders.roster import ALL_WEAPONS, at, mounts_of, weapons_of
from pbm.games.knighthawks.orders.ways import targets_text
from pbm.games.knighthawks.state.state import IN_PLAY
from pbm.games.knighthawks.state.weapons import ARMS, Weapon
from pbm.kit.english import with_article
from pbm.kit.records import Record
from pbm.language.condition import COMPARE, stays_within
from pbm.language.order import repeated
from pbm.language.order_resolver import NOT_DONE, quoted
from pbm.language.parse_tree import Node, condition_in
from pbm.language.token import Token
from pbm.sheets.quoting import Name

# Kinds of weapons by the words of the grammar, as a sheet names them.
_WORDS = {
    "LASER_CANNON": "LC",
    "POD_LASER": "PL",
    "LASER_BATTERY": "LB",
    "TORPEDO": "T",
    "ASSAULT_ROCKET": "AR",
    "ROCKET_BATTERY": "RB",
    "ALL": ALL_WEAPONS,
}


class FireLine(Record):
    """One ``attack`` or ``defence`` line.

    ``weapon`` is a mount's label (``LB2``), a kind's short name (``LB``: every mount of the kind
    not yet used by an earlier line) or ``all``. ``targets`` by preference: ship ids,
    ``nearest``, ``any``. ``least_chance`` per cent; ``within`` hexes (None: no limit); ``keep``
    units of the supply; ``plan``: "spread" with ``enough`` expected points, "all", or "".
    ``hold`` keeps the weapon silent in this phase. ``hexes`` (defence): "best", "first", or a
    hex.
    """

    ref: OrderRef
    condition: Condition
    weapon: str
    targets: tuple[str, ...]
    least_chance: int = 0
    within: int | None = None
    keep: int = 0
    plan: str = ""
    enough: int = 0
    in_arc: bool = False
    hold: bool = False
    hexes: str = "best"
    hex: Hex | None = None


def _read(resolver: ShipResolver, node: Node) -> FireLine:
    fire = node.part("fire", "hold")
    assert fire is not None
    weapon_node, *written = fire.parts
    weapon = _weapon(resolver, weapon_node.word)
    parts = resolver.once([part for part in written if part.kind not in ("targets", "only_if")])
    targets = resolver.targets(fire.part("targets"))
    least = parts.get("least_chance")
    least_chance = resolver.percent(least, ">=") if least else 0
    if keep := parts.get("keep"):
        mounts = mounts_of(resolver.ship, weapon)
        resolver.kept(keep, mounts[0].kind if mounts else "", str(weapon_node.word))
    plans = [part for part in written if part.kind in ("spread", "all")]
    hexes = [part for part in written if part.kind in ("best_hex", "one_hex", "first_hex")]
    for two in (plans, hexes):
        if len(two) > 1:
            fault = f'"{two[0].word}" and "{two[1].word}" exclude each other'
            resolver.bad(two[1].word, fault)
    at = hexes[0].token("HEX") if hexes else None
    number = {kind: part.number or 0 for kind, part in parts.items()}
    when = [item for part in written if part.kind == "only_if" for item in part.items]
    return FireLine(
        ref=resolver.ref,
        condition=resolver.condition(condition_in([*node.items, *when]), chance=True),
        weapon=weapon,
        targets=targets,
        least_chance=least_chance,
        within=number.get("within"),
        keep=number.get("keep", 0),
        plan=plans[0].kind if plans else "",
        enough=number.get("spread", 0),
        in_arc="in_arc" in parts,
        hold=fire.kind == "hold",
        hexes="first" if hexes and hexes[0].kind == "first_hex" else "best",
        hex=resolver.hex(at) if at is not None else None,
    )


def _weapon(resolver: ShipResolver, token: Token) -> str:
    """A mount's label or a kind's short name; a weapon the ship does not carry is a fault."""
    written = _WORDS.get(token.type, str(token)) if len(token) > 2 else str(token)
    mounts = mounts_of(resolver.ship, written)
    if len(mounts) == 1 and mounts[0].label.casefold() == written.casefold():
        return mounts[0].label
    short = next((short for short in _WORDS.values() if short.casefold() == written.casefold()), "")
    if mounts:
        return short
    fault = f"{resolver.ship.designation} has no {quoted(token)}"
    reason = f"It carries {weapons_of(resolver.ship)}"
    others = resolver.roster.own_fleet()
    if short or any(mounts_of(ship, written) for ship in others):
        outcome = "This line will not be carried out"
        resolver.not_allowed(token, fault, reason=reason, outcome=outcome)
    else:
        resolver.bad(token, fault, reason=reason)
    return ""


def _check(resolver: ShipResolver, verb: str, line: FireLine) -> FireLine | None:
    """An attack or defence line, perhaps with less in it; None if it can never be carried out.

    Rule: KH 4 Defensive Attacks, KH 4 Weapon Systems.
    """
    if not line.weapon:  # said where the weapon was looked up
        return None
    if line.hold:
        return line
    arms = [ARMS[mount.kind] for mount in mounts_of(resolver.ship, line.weapon)]
    arm = arms[0]
    if verb == "defence" and not any(one.fires_in_defence(resolver.options) for one in arms):
        resolver.refuse(
            f"{with_article(arm.title)} cannot fire defensively",
            reason="It fires only in its own side's combat phase",
            rule="KH 4 Defensive Attacks",
            outcome=NOT_DONE,
            remedy="Write it as an attack line",
        )
        return None
    if not _can_be_fired_at(resolver, line.targets):
        why = "None of the ships it names can be fired at"
        outcome = f"{line.weapon} will not be fired by this line"
        resolver.refuse("this line has no target left", reason=why, outcome=outcome)
    _reach(resolver, line, max(one.range for one in arms))
    if verb == "attack" and (line.hexes != "best" or line.hex is not None):
        resolver.refuse(
            "only defensive fire chooses a hex",
            reason="In its own combat phase a ship fires at the hex its target is in",
            rule="KH 4 Defensive Attacks",
            outcome="The rest of the line stands",
        )
        line = replace(line, hexes="best", hex=None)
    return line if line.weapon == ALL_WEAPONS else _supply(resolver, line, arm)


def _can_be_fired_at(resolver: ShipResolver, targets: Sequence[str]) -> bool:
    return any(
        target in ("nearest", "any") or target in resolver.roster.enemies
        for target in resolver.in_play(targets)
    )


def _reach(resolver: ShipResolver, line: FireLine, range: int) -> None:
    """Warn where no ship that the line names can come into range this turn.

    Each can move by its speed and its ADF at most. Rule: KH 3 Acceleration.
    """
    ships = [resolver.roster.by_id.get(target) for target in resolver.in_play(line.targets)]
    named = [ship for ship in ships if ship is not None and ship.status == IN_PLAY]
    own = resolver.ship
    if not named or len(named) < len(ships) or own.status != IN_PLAY:
        return
    moves = {ship.id: own.speed + own.adf + ship.speed + ship.adf for ship in named}
    near = min(named, key=lambda ship: distance(at(own), at(ship)) - moves[ship.id])
    away = distance(at(own), at(near))
    if away - moves[near.id] > range and not _is_guarded(line, range):
        resolver.warn(
            f"{near.designation} is {away} hexes away: the two ships can move {moves[near.id]} "
            f"together, and {line.weapon} reaches {range}"
        )


def _is_guarded(line: FireLine, range: int) -> bool:
    """True if a line is written to keep its fire where no target is in range."""
    if line.least_chance or (line.within is not None and line.within <= range):
        return True

    def fails_beyond(test: ConditionTest) -> bool:
        if test.negated or (test.ship and test.ship not in line.targets):
            return False
        if test.kind == "chance":
            return not COMPARE[test.op](0, test.number)
        if test.kind == "within":
            return test.number <= range
        return test.kind == "range" and stays_within(test.op, test.number, range)

    return line.condition.needs(fails_beyond)


def _supply(resolver: ShipResolver, line: FireLine, arm: Weapon) -> FireLine:
    if line.within is not None and line.within > arm.range:
        resolver.warn(f"within {line.within} is more than the range {arm.range} of {line.weapon}")
    if not arm.limited:
        if line.keep:
            resolver.warn(f"{line.weapon} uses no supply, so there is nothing to keep")
            return replace(line, keep=0)
        return line
    left = resolver.left(arm.kind)
    words = SUPPLY_WORDS[arm.kind]
    if not left:
        resolver.refuse(
            f"{resolver.name} has no {words} left",
            reason=f"It has used all {resolver.had(arm.kind)}",
            rule="KH 4 Weapon Systems",
            outcome="The line stands, but nothing will be fired",
        )
    elif line.keep >= left:
        resolver.warn(f"this keeps {line.keep} of {left} {words}, so nothing will be fired")
    return line


def _text(verb: str, line: FireLine, name: Name) -> str:
    start = f"{verb} {before(line.condition, name)}{line.weapon}"
    if line.hold:
        return f"{start} hold"
    limits: list[str] = []
    if line.least_chance:
        limits.append(f"chance >= {line.least_chance}")
    if line.keep:
        limits.append(f"keep {line.keep}")
    if line.within is not None:
        limits.append(f"within {line.within}")
    if line.in_arc:
        limits.append("in arc")
    if line.plan == "spread":
        limits.append(f"spread enough {line.enough}")
    elif line.plan:
        limits.append(line.plan)
    if line.hex is not None:
        limits.append(f"hex {line.hex}")
    elif line.hexes == "first":
        limits.append("first in arc")
    elif verb == "defence":
        limits.append("best hex")
    return ", ".join([f"{start} at {targets_text(line.targets, name)}", *limits])


def _prefill(sheet: Prefill) -> Iterator[str]:
    """Of each weapon in turn how it attacks and how it defends."""
    for mount in sheet.ship.mounts:
        arm = ARMS[mount.kind]
        if arm.limited and not (sheet.ship.supplies or {}).get(arm.kind):
            continue
        limit = ", chance >= 50" if arm.limited else ""
        if "attack" not in sheet.idle:
            yield f"  attack  {mount.label} at nearest{limit}"
        if "defence" not in sheet.idle and arm.fires_in_defence(sheet.options):
            hold = f"{mount.label} hold" if arm.limited else f"{mount.label} at nearest, best hex"
            yield f"  defence {hold}"


def _order(
    verb: str,
    starts: tuple[str, ...],
    prefill: Callable[[Prefill], Iterator[str]] | None,
    *,
    when_moving: bool,
) -> ShipOrder:
    return ShipOrder(
        verb=verb,
        line=FireLine,
        starts=starts,
        read=_read,
        check=lambda resolver, line: _check(resolver, verb, line),
        line_text=partial(_text, verb),
        prefill=prefill,
        unreached=repeated,
        when_moving=when_moving,
    )


ATTACK = _order("attack", (), _prefill, when_moving=True)
# Prefilled with the attacks.
DEFENCE = _order("defence", ("defen[cs]e", "defend"), None, when_moving=False)
