"""The fields of ships, systems and empires that a ruling may set, each with its limits.

Rule: NV SET-10, NV PEN-07.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.field_parsers import RefusedValue, near, number
from pbm.engine.ruling_fields import YES_NO, Fields, RulingField, Whole, WordChoice
from pbm.games.nova.rules.results.result_words import named
from pbm.games.nova.state.damage import UNDAMAGED
from pbm.games.nova.state.design import Figures, figures
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import FULL, MINOR, NORMAL, Empire, Ship, Sight, System
from pbm.games.nova.state.technology import technologies
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import with_contact

MOST_MCR = 999_999
MOST_UNITS = 9999


class RulingDraft(Draft):
    """A draft that rulings change; what they name anew gets its ids from those of the turn."""

    __slots__ = ("ids",)

    def __init__(self, work: PhaseContext) -> None:
        super().__init__(work.state)
        self.ids = work.ids


def system_of(draft: Draft, name: str) -> System:
    """The system of this name, however it is written."""
    wanted = name.casefold()
    for one in draft.systems.values():
        if one.name.casefold() == wanted:
            return one
    names = list(draft.systems)
    raise RefusedValue(f'There is no system "{name}"', remedy=near(name, names, "See the map"))


def empire_of(draft: Draft, name: str) -> Empire:
    """The empire of this name or id."""
    return draft.empires[named(draft.empires, name)]


# --- ships -----------------------------------------------------------------------------------


def free(draft: Draft, owner: str, name: str, id: str = "") -> None:
    """Refuse a name that another ship of its empire bears, or none at all."""
    if not name.strip():
        raise RefusedValue("A ship needs a name")
    for one in draft.ships.values():
        if one.id != id and one.owner == owner and one.name.casefold() == name.casefold():
            raise RefusedValue(f'"{name}" is the name of another ship of this empire')


def _owner(draft: Draft, ship: Ship, text: str, *_names: str) -> str:
    """An empire; a ship aboard another empire's has to leave it first."""
    owner, carrier = empire_of(draft, text).id, draft.ships.get(ship.carrier)
    if carrier is not None and carrier.owner != owner:
        raise RefusedValue(
            f"{ship.name} is aboard {carrier.name}, which has another owner",
            remedy=f'Write first: move "{ship.name}" to {draft.place_of(ship)}',
        )
    return owner


def _free_name(draft: Draft, ship: Ship, text: str, *_names: str) -> str:
    free(draft, ship.owner, text, ship.id)
    return text


def _figures(draft: Draft, ship: Ship) -> Figures:
    return figures(draft.designs[ship.design])


def _lost(draft: Draft, ship: Ship, text: str, _field: str, name: str) -> int:
    """``lost.BL1 = 1``: an installation, or levels of a drive."""
    pieces = {one.name: one.part for one in _figures(draft, ship).installations}
    part = pieces.get(name.upper())
    if part is None:
        raise RefusedValue(
            f"{ship.name} has no {name.upper()}",
            remedy=near(name.upper(), pieces, f"It has {', '.join(pieces)}"),
        )
    return number(
        f"loss of {name.upper()}", text, 0, part.level if part.kind in ("IE", "JD") else 1
    )


def _with_loss(ship: Ship, lost: int, _field: str, name: str) -> Ship:
    parts = {**ship.damage.parts, name.upper(): lost}
    left = {one: number for one, number in parts.items() if number}
    return replace(ship, damage=replace(ship.damage, parts=left))


def _with_ship(draft: Draft, ship: Ship) -> Draft:
    draft.put(ship)
    return draft


SHIP_FIELDS = Fields(
    "a ship",
    lambda draft, id: draft.ships[id],
    _with_ship,
    {
        "at": RulingField(
            lambda draft, _ship, text, _field: system_of(draft, text).name,
            # With all it carries; it is aboard of nothing then.
            change=lambda ship, at, _field: replace(ship, at=at, carrier="", bay="", retreat=None),
        ),
        "owner": RulingField(
            _owner,
            change=lambda ship, owner, _field: replace(
                ship, owner=owner, given=True, derelict=False
            ),
        ),
        "name": RulingField(
            _free_name, change=lambda ship, name, _field: replace(ship, name=name, unnamed=False)
        ),
        "armour_lost": RulingField(
            Whole("lost armour", lambda draft, ship: _figures(draft, ship).ta),
            change=lambda ship, lost, _field: replace(
                ship, damage=replace(ship.damage, armour=lost)
            ),
        ),
        "structure_lost": RulingField(
            Whole("structural damage", lambda draft, ship: _figures(draft, ship).ssz - 1),
            change=lambda ship, lost, _field: replace(
                ship, damage=replace(ship.damage, structure=lost)
            ),
        ),
        "repaired": RulingField(
            YES_NO,
            change=lambda ship, yes, _field: replace(ship, damage=UNDAMAGED) if yes else ship,
        ),
        "lost.BL1": RulingField(_lost, change=_with_loss, named=True),
    },
)


# --- systems ---------------------------------------------------------------------------------


def _colonist(draft: Draft, system: System, text: str, *_names: str) -> str:
    """An empire that holds a planet or whose colonies are there: without any, nobody."""
    if not system.colonies:
        remedy = f"First write set {system.name}.colonies = 1"
        raise RefusedValue(f"{system.name} has no colonies", remedy=remedy)
    return empire_of(draft, text).id


def _colonies(system: System, colonies: int, _field: str) -> System:
    if colonies:
        return replace(system, colonies=colonies)
    return replace(system, colonies=0, owner="", colonizer="", ic=False, militia=0)


def _units(draft: Draft, _system: System, text: str, _field: str, empire: str, kind: str) -> int:
    """``units.VIRUS.AA = 3``: units of an empire on the planet."""
    empire_of(draft, empire)
    unit = kind.upper()
    if unit not in UNITS or unit in ("MA", "SG"):
        raise RefusedValue(
            f'"{kind}" is not a unit on a planet', remedy="Write AA, RA, SDU, C, IC, PCB or TFC"
        )
    return number(f"number of {unit}", text, 0, MOST_UNITS)


def _with_units(
    draft: Draft, system: System, count: int, _field: str, empire: str, kind: str
) -> Draft:
    owner, unit = empire_of(draft, empire).id, kind.upper()
    more = {unit: count - system.units(owner, unit)}
    return _with_system(draft, replace(system, surface=with_units(system.surface, owner, more)))


def _with_system(draft: Draft, system: System) -> Draft:
    draft.systems[system.name] = system
    return draft


SYSTEM_FIELDS = Fields(
    "a system",
    lambda draft, name: draft.systems[name],
    _with_system,
    {
        "type": RulingField(Whole("type", 8)),
        "colonies": RulingField(Whole("number of colonies", 3), change=_colonies),
        "owner": RulingField(
            _colonist,
            change=lambda system, owner, _field: replace(
                system, owner=owner, colonizer=system.colonizer or owner
            ),
        ),
        "colonizer": RulingField(
            _colonist,
            change=lambda system, one, _field: replace(
                system, colonizer=one, owner=system.owner or one
            ),
        ),
        "ic": RulingField(YES_NO),
        "militia": RulingField(Whole("militia", MOST_UNITS)),
        "suppressed": RulingField(YES_NO),
        "ic_barred": RulingField(YES_NO),
        "units.EMPIRE.AA": RulingField(_units, put=_with_units, named=True),
    },
)


# --- empires ---------------------------------------------------------------------------------


_MCR = Whole("MCr", MOST_MCR, signed=True)


def _bonus(draft: Draft, empire: Empire, text: str, *_names: str) -> int:
    """MCr given, or taken, that leave a treasury within its limits."""
    mcr = _MCR(draft, empire, text)
    if abs(empire.treasury + mcr) > MOST_MCR:
        raise RefusedValue(
            f"{text} MCr are too many",
            f"The treasury of {empire.name} holds {empire.treasury}, and at most "
            f"{MOST_MCR:,} above or below 0",
        )
    return mcr


def _own_system(draft: Draft, empire: Empire, text: str, *_names: str) -> str:
    """The home star it designates, or where its treasury lies: a system of its own."""
    system = system_of(draft, text)
    if system.owner != empire.id:
        raise RefusedValue(f"{empire.name} does not control {system.name}")
    return system.name


def _level(_draft: Draft, _empire: Empire, text: str, _field: str, kind: str) -> int:
    """``tech.BL = 20``: the level of a technology."""
    if kind.upper() not in technologies():
        raise RefusedValue(
            f'"{kind.upper()}" is not a technology',
            remedy=near(kind.upper(), technologies(), ", ".join(technologies())),
        )
    return number(f"level of {kind.upper()}", text, 0, 999)


def _explored(draft: Draft, empire: Empire, yes: bool, _field: str, name: str) -> Draft:
    """``explored.TEDDY = yes``: exploration data given or taken away."""
    system = system_of(draft, name)
    sight = replace(
        empire.sights.get(system.name) or Sight(system.name), explored=yes, explored_on=0
    )
    if yes:
        letters, turn = tuple(sorted(system.lines)), draft.base.turn
        sight = replace(
            sight,
            letters=letters,
            lines={**dict.fromkeys(letters, ""), **sight.lines},
            type=system.type,
            status=system.status,
            seen=turn,
            explored_on=turn,
        )
    return _with_empire(draft, replace(empire, sights={**empire.sights, system.name: sight}))


_CONTACTS = WordChoice(
    {one: one for one in (MINOR, NORMAL, FULL)},
    "is not a kind of contact",
    f"Write {MINOR}, {NORMAL}, {FULL}",
)


def _contact(draft: Draft, empire: Empire, text: str, _field: str, other: str) -> str:
    """``contact.MINKY = normal``: what an empire has of another; contact is never lost."""
    if empire_of(draft, other) == empire:
        raise RefusedValue("An empire has no contact with itself")
    kind: str = _CONTACTS(draft, empire, text)
    return kind


def _in_contact(
    draft: RulingDraft, empire: Empire, kind: str, _field: str, other: str
) -> RulingDraft:
    with_contact(draft, draft.ids, empire.id, empire_of(draft, other).id, kind, draft.base.turn)
    return draft


def _with_empire(draft: Draft, empire: Empire) -> Draft:
    draft.empires[empire.id] = empire
    return draft


EMPIRE_FIELDS = Fields(
    "an empire",
    lambda draft, id: draft.empires[id],
    _with_empire,
    {
        # MCr given (or taken), usable at once. Rule: NV PEN-07.
        "bonus": RulingField(
            _bonus,
            change=lambda empire, mcr, _field: replace(empire, treasury=empire.treasury + mcr),
        ),
        "treasury": RulingField(_MCR),
        "debt": RulingField(Whole("debt", MOST_MCR)),
        "locked": RulingField(Whole("MCr", MOST_MCR)),
        "points": RulingField(Whole("points", MOST_MCR)),
        "missed": RulingField(Whole("missed turns", 99)),
        "vacant": RulingField(YES_NO),
        "eliminated": RulingField(YES_NO),
        "capital": RulingField(_own_system),
        "treasury_at": RulingField(_own_system),
        "tech.BL": RulingField(
            _level,
            change=lambda empire, level, _field, kind: replace(
                empire, tech={**empire.tech, kind.upper(): level}
            ),
            named=True,
        ),
        "explored.SYSTEM": RulingField(YES_NO, put=_explored, named=True),
        "contact.EMPIRE": RulingField(_contact, put=_in_contact, named=True),
    },
)
