"""Results of space battles that the game master decides.

The result is a ruling (``result SHOOT: WORDS``) or the answer to a question that goes to the
docket when ships come to blows. Each side gets a report in its own terms: it learns who it fought
only if it could examine wrecks, and only that contact is lost if none of its ships lived.

Rule: NV SET-04, NV SPC-47, NV SPC-49, NV REP-06, NV REP-07. Ambiguity: NV A-WHO, NV A-NMD-SURR,
NV A-CON-IDENT.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.engine.events import only
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.types import Question
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.movement.retreats import way_to
from pbm.games.nova.rules.results.result_language import FORMS, read_result
from pbm.games.nova.rules.results.result_meaning import understood
from pbm.games.nova.rules.results.result_records import BattleSetting, Result
from pbm.games.nova.rules.space_combat.battle_report import Pairs
from pbm.games.nova.state.damage import Damage, plus
from pbm.games.nova.state.fitted import fitted
from pbm.games.nova.state.state import PLACED, Ship
from pbm.games.nova.state.working_state import Draft
from pbm.kit.facts import Fact

Judge = Callable[[str], tuple[Result, tuple[RefusedValue, ...]]]
_SPACE_FORMS = "rounds won destroyed captured retreats loses knows reports silent garbled"


def space(system: str) -> str:
    """The name of a space battle, in rulings' results and on the docket."""
    return f"battle {system}"


def ground(system: str) -> str:
    """The name of a surface combat, in rulings' results and on the docket."""
    return f"ground {system}"


def given(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    battles: Mapping[str, Pairs],
    places: Mapping[str, BattleSetting],
) -> dict[str, Result]:
    """The results of battles by hand, by system: pairs of empires that fight, and the fields.

    All are asked for at once. Raises Unanswered with the questions of results not given yet.
    """
    results: dict[str, Result] = {}
    waiting: list[Question] = []
    for name, pairs in battles.items():
        place = places[name]
        question = _question(draft, effective, place, pairs)
        try:
            results[name] = ruled(work, draft, space(name), question, _judge(draft, place))
        except Unanswered as stop:
            waiting += stop.items
    if waiting:
        raise Unanswered(*with_forms(waiting, _SPACE_FORMS))
    return results


def ruled(work: PhaseContext, draft: Draft, name: str, question: str, judge: Judge) -> Result:
    """The result of a battle, from a ruling or an answer without faults.

    The faults of a refused result go on the docket with the question.
    """
    words = draft.base.results.get(name)
    asked, wrong = 0, ""
    while True:
        if words is None:
            asked += 1
            id = name.replace(" ", "-") if asked == 1 else f"{name.replace(' ', '-')}-{asked}"
            item = Question(id, "", f"{question}{wrong}", rule="NV CON-13")
            words = work.ask(item, only())
        result, faults = judge(words)
        if not faults:
            return result
        said = "; ".join(f"{one.why} {one.remedy}".strip().rstrip(".") for one in faults)
        wrong, words = f' The result given before, "{words}", cannot stand: {said}.', None


def with_forms(items: Sequence[Question], words: str) -> list[Question]:
    """Questions of one kind; only the first explains how to write the answer."""
    forms = "; ".join(FORMS[word] for word in words.split())
    first = f"Give the result in clauses between semicolons: {forms}."
    others = f"Give the result in clauses as for {items[0].id}."
    return [
        replace(one, question=f"{one.question} {others if number else first}")
        for number, one in enumerate(items)
    ]


def _judge(draft: Draft, place: BattleSetting) -> Judge:
    def judge(words: str) -> tuple[Result, tuple[RefusedValue, ...]]:
        clauses, faults = read_result(words)
        if faults:
            return Result(), faults
        result, faults = understood(draft, place, clauses)
        return result, faults or tuple(_retreats(draft, place, result))

    return judge


def _retreats(draft: Draft, place: BattleSetting, result: Result) -> list[RefusedValue]:
    """Impossible retreats: no jump drive is left, or no known line leads there."""
    found: list[RefusedValue] = []
    for id, to in result.retreats.items():
        ship = draft.ships[id]
        parts = plus(ship.damage, result.damage.get(id, Damage())).parts
        if fitted(draft.designs[ship.design], parts).jd < 1:
            found.append(
                RefusedValue(
                    f"{ship.name} cannot retreat", "It has no jump drive left", rule="NV MOV-19"
                )
            )
        elif not (way(draft, ship, to)[1] if to else draft.systems[place.system].lines):
            letters = ", ".join(sorted(draft.systems[place.system].lines)) or "none"
            found.append(
                RefusedValue(
                    f"{ship.name} cannot retreat to {to}" if to else f"{ship.name} cannot retreat",
                    f"No line that its empire knows leads there; the letters are {letters}",
                    rule="NV MOV-19",
                )
            )
    return found


def way(draft: Draft, ship: Ship, to: str) -> tuple[str, tuple[str, ...]]:
    """A retreat to a letter, or to a system next to this one or on known lines."""
    lines = draft.systems[ship.at].lines
    if to.upper() in lines:
        return to.upper(), (to.upper(),)
    wanted = to.casefold()
    for letter in sorted(lines):
        if lines[letter].to.casefold() == wanted:
            return lines[letter].to, (letter,)
    return way_to(draft.base, ship.owner, ship.at, lambda name: name.casefold() == wanted)


def fields_of(draft: Draft, battles: Mapping[str, Pairs]) -> dict[str, BattleSetting]:
    """The fields of battles between these pairs: who takes part, and what is there."""
    here = draft.ships_by_place()
    return {name: _field(draft, name, pairs, here.get(name, ())) for name, pairs in battles.items()}


def _field(draft: Draft, name: str, pairs: Pairs, there: Sequence[Ship]) -> BattleSetting:
    empires = tuple(sorted({one for both in pairs for one in both}))
    ships = [ship.id for ship in there if ship.owner in empires]
    gates = [end.id for end in draft.gates.values() if end.at == name and end.place == PLACED]
    aboard = [ship.id for ship in there if ship.carrier]
    return BattleSetting(name, empires, ships, gates, aboard=aboard)


def _question(draft: Draft, effective: Effective, place: BattleSetting, pairs: Pairs) -> str:
    """The question to the game master: sides, ships by name, orders."""
    names = {one: draft.empires[one].name for one in place.empires}
    sides = []
    for empire in place.empires:
        ships = [draft.ships[id] for id in place.ships if draft.ships[id].owner == empire]
        ships.sort(key=lambda ship: _with_carrier(draft, ship))
        told = ", ".join(_ship_words(effective, ship) for ship in ships)
        lines = [line.ref.text for line in _battle_lines(draft, empire)]
        sides.append(f"{names[empire]}: {told}{''.join(f' | {line}' for line in lines)}.")
    who = " and ".join(f"{names[one]} against {names[other]}" for one, other in pairs)
    return f"Ships fight at {place.system}: {who}. {' '.join(sides)}"


def _with_carrier(draft: Draft, ship: Ship) -> tuple[str, str]:
    """Sort key: ships by name, each followed by the ships it carries."""
    return (draft.ships[ship.carrier].name, ship.name) if ship.carrier else (ship.name, "")


def _battle_lines(draft: Draft, empire: str) -> list[Fact]:
    orders = draft.base.orders.get(empire)
    return [line for line in orders.battle if not line.ground] if orders is not None else []


def _ship_words(effective: Effective, ship: Ship) -> str:
    klass = ship.klass
    if ship.carrier:
        return f"{ship.name} ({klass}, aboard {effective.draft.ships[ship.carrier].name})"
    codes = [effective.contact(ship), f"else {effective.on_hostilities(ship)}"]
    codes += [one.activity.code for one in effective.activities(ship)]
    line = effective.line_of(ship)
    if line is not None and line.retreat:
        codes.append(f"retreat {line.retreat}")
    return f"{ship.name} ({klass}, {' '.join(codes)})"
