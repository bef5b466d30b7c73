"""What a ship owes after evasive maneuvers: a turn in each of its first hexes.

Rule: KH 4 Evasive Maneuvers. Ambiguity: KH-A13. On its next move it flies at least its MR in
hexes and turns in each of the first MR of them; it may not stop or orbit.
"""

from collections.abc import Iterable

from pbm.games.knighthawks.orders.plots import LEFT, RIGHT, Course, CourseFault, nearest_speed

RULE = "KH 4 Evasive Maneuvers"


def may_evade(last_speed: int, adf: int, mr: int) -> bool:
    """True if the duty that evading brings can be fulfilled. Ambiguity: KH-A13."""
    return last_speed + adf >= mr


def turns_owed(evading: bool, mr: int) -> int:
    """In how many of its first hexes a ship must turn."""
    return mr if evading else 0


def duty_fault(course: Course, owed: int) -> CourseFault | None:
    """How a course fails the duty, or None. Rule: KH 4 Evasive Maneuvers."""
    if len(course) < owed:
        return CourseFault(f"it evaded, so its speed must be {owed} or more", RULE)
    straight = [number for number, turn in enumerate(course[:owed], 1) if not turn]
    if straight:
        return CourseFault(
            f"it evaded, so it must turn in each of its first {owed} hexes; "
            f"it does not in hex {straight[0]}",
            RULE,
        )
    return None


def zigzag(hexes: int, owed: int) -> Course:
    """Left, right, left ... in the hexes where a turn is owed, then straight on."""
    turns = [RIGHT if number % 2 else LEFT for number in range(min(hexes, owed))]
    return (*turns, *[0] * (hexes - len(turns)))


def duty_speeds(speeds: Iterable[int], owed: int) -> list[int]:
    """The legal speeds that fulfil the duty; if none does, the highest that is legal."""
    legal = list(speeds)
    return [speed for speed in legal if speed >= owed] or legal[-1:]


def duty_speed(speeds: Iterable[int], owed: int, written: int | None) -> int:
    """The speed of a zig-zag: nearest to the one written, the slower of two; else the lowest."""
    fit = duty_speeds(speeds, owed)
    if written is None:
        return fit[0]
    return nearest_speed(fit, written)
