"""Ships that begin in the storage pods of others: which pod each lies in, and what cannot be.

Rule: DV EHC Storage Pod. Ambiguity: DV-A97.
"""

from collections.abc import Iterator, Mapping

from pbm.games.deltavee.scenario.scenario_file import PodPart, Scenario, ShipPart
from pbm.games.deltavee.state.hulls import STORED, stores
from pbm.games.deltavee.state.outfit import in_boxes, places_taken
from pbm.games.deltavee.state.ratings import CLASSES, STORAGE_POD
from pbm.kit.english import count, listed
from pbm.kit.problems import Problem, invalid

RULE = "DV EHC"


def boxed(ship: ShipPart) -> list[tuple[int, PodPart]]:
    """The pods of a ship with the first box of each."""
    return list(in_boxes(ship.each_pod, lambda part: part.kind))


def berths(scenario: Scenario) -> Mapping[str, tuple[ShipPart, int]]:
    """Of each ship that begins aboard another: that one, and the box of its storage pod.

    The storage pods of a ship fill up in the order in which the file lists the ships aboard;
    one for which there is no pod is left out.
    """
    carriers = {ship.unit: ship for ship in scenario.ships}
    free = {
        ship.unit: [box for box, pod in boxed(ship) if pod.kind == STORAGE_POD]
        for ship in scenario.ships
    }
    found = {}
    for ship in scenario.ships:
        if ship.aboard in carriers and free[ship.aboard]:
            found[ship.unit] = (carriers[ship.aboard], free[ship.aboard].pop(0))
    return found


def room_problems(ship: ShipPart, options: Mapping[str, str]) -> Iterator[Problem]:
    """More pods than a class has room for, and storage pods where it can carry none."""
    room, pods = CLASSES.number(ship.klass, "pods"), ship.each_pod
    title = CLASSES.at(ship.klass, "title")
    needed = places_taken(ship.klass, [part.kind for part in pods], options)
    if needed > room:
        spaces = f" of {needed} spaces" if needed > len(pods) else ""
        yield invalid(
            f"ship {ship.unit} carries {count(len(pods), 'pod')}{spaces}",
            reason=f"a {title} has room for {room}",
            rule="DV 4.0",
            remedy="Take some out, or choose another class",
            path=("pods",),
        )
    if not stores(ship.klass) and any(part.kind == STORAGE_POD for part in pods):
        able = [str(CLASSES.at(row, "title")) for row in CLASSES.rows if stores(row)]
        yield invalid(
            f"ship {ship.unit}: a {title} can carry no storage pod",
            reason=f"{listed(able)} can",
            rule=RULE,
            remedy="Take it out, or choose another class",
            path=("pods",),
        )


def storage_problems(scenario: Scenario) -> Iterator[Problem]:
    """What is wrong with the ships that begin aboard others."""
    carriers = {ship.unit: ship for ship in scenario.ships}
    placed = berths(scenario)
    for number, ship in enumerate(scenario.ships):
        if not ship.aboard:
            continue
        why, remedy = _fault(ship, carriers.get(ship.aboard), ship.unit in placed)
        if why:
            yield invalid(
                f"ship {ship.unit} cannot begin aboard {ship.aboard}",
                reason=why,
                rule=RULE,
                remedy=remedy,
                path=("ships", number, "aboard"),
            )


def _fault(ship: ShipPart, carrier: ShipPart | None, placed: bool) -> tuple[str, str]:
    """Why a ship cannot lie in a storage pod of another, and what to do; empty if it can."""
    if carrier is None:
        return f"there is no ship {ship.aboard}", "Name a ship by side and counter, such as 1A"
    if carrier.side != ship.side or carrier is ship:
        return "that is not another ship of its side", "Name one of its own side"
    if ship.klass not in STORED:
        titles = listed([str(CLASSES.at(row, "title")) for row in STORED])
        title = CLASSES.at(ship.klass, "title")
        return f"a storage pod holds no {title}; it holds one of {titles}", "Choose another class"
    if placed:
        return "", ""
    pods = sum(part.kind == STORAGE_POD for part in carrier.each_pod)
    has = count(pods, "storage pod") if pods else "no storage pod"
    return f"{carrier.unit} has {has}, and each holds one ship", 'Give it another pod "storage"'
