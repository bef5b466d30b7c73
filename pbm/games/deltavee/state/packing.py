"""Pods into the boxes of a log: any order the player likes. Rule: DV 10.1, DV EHC Storage Pod."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.games.deltavee.state.ratings import class_number
from pbm.games.deltavee.state.units import Part, Unit
from pbm.kit.english import count


def pack(unit: Unit, boxes: Mapping[int, str]) -> tuple[Unit, str]:
    """The ship with these kinds of pods in these boxes, and "" or why it cannot be.

    Pods that no box is named for fill the free boxes in their old order. Of several pods of a
    kind the first goes into the lowest box. A pod that takes several boxes stands in those
    from the first that is named for it; its further ones may be named too.
    Ambiguity: DV-A43, DV-A97.
    """
    # Two energy pods may share a place of the hull, and still have a box each.
    room = max(class_number(unit, "pods"), sum(pod.room for pod in unit.pods))
    left = list(unit.pods)
    found: dict[int, Part] = {}
    taken: dict[int, Part] = {}
    for box, kind in sorted(boxes.items()):
        if not 1 <= box <= room:
            return unit, f"there is no box {box}: its boxes are 1 to {room}"
        if box in taken:
            if taken[box].kind == kind:
                continue
            return unit, f"box {box} is taken by its {taken[box].kind} pod"
        pod = next((pod for pod in left if pod.kind == kind), None)
        if pod is None:
            return unit, _missing(unit, kind)
        if fault := _too_wide(pod, box, room):
            return unit, fault
        left.remove(pod)
        found[box] = pod
        taken.update(dict.fromkeys(range(box, box + pod.room), pod))
    for pod in sorted(left, key=lambda one: -one.room):
        start = _free(taken, pod.room, room)
        if not start:
            boxes_left = count(pod.room, "box", "boxes")
            return unit, f"no {boxes_left} in a row are left for its {pod.kind} pod"
        found[start] = pod
        taken.update(dict.fromkeys(range(start, start + pod.room), pod))
    pods = tuple(replace(pod, name=f"pod {box}", box=box) for box, pod in sorted(found.items()))
    hull = tuple(part for part in unit.parts if not part.is_pod)
    return replace(unit, parts=(*hull, *pods)), ""


def _too_wide(pod: Part, box: int, room: int) -> str:
    last = box + pod.room - 1
    if last <= room:
        return ""
    return f"its {pod.kind} pod takes {pod.room} boxes, {box} to {last}: its boxes are 1 to {room}"


def _free(taken: Mapping[int, Part], width: int, room: int) -> int:
    """The first of so many free boxes in a row; 0 if there are none."""
    starts = range(1, room - width + 2)
    free = (
        start for start in starts if not any(box in taken for box in range(start, start + width))
    )
    return next(free, 0)


def _missing(unit: Unit, kind: str) -> str:
    number = len(unit.pods_of(kind))
    if not number:
        return f"it carries no {kind} pod"
    return f"it carries {number} {kind} pod{'' if number == 1 else 's'}, not more"
