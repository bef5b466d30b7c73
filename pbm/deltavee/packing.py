"""Pods into the boxes of a log: any order the player likes. Rule: DV 10.1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbm.deltavee.ratings import class_number
from pbm.deltavee.state import Part, Unit


def pack(unit: Unit, boxes: Mapping[int, str]) -> tuple[Unit, str]:
    """The ship with these kinds of pods in these boxes, and "" or why it cannot be.

    Pods that no box is named for fill the free boxes in their old order. Of several pods of a
    kind the first goes into the lowest box.
    """
    room = class_number(unit, "pods")
    left = list(unit.pods)
    found: dict[int, Part] = {}
    for box, kind in sorted(boxes.items()):
        if not 1 <= box <= room:
            return unit, f"there is no box {box}: its boxes are 1 to {room}"
        pod = next((pod for pod in left if pod.kind == kind), None)
        if pod is None:
            return unit, _missing(unit, kind)
        left.remove(pod)
        found[box] = pod
    free = (box for box in range(1, room + 1) if box not in found)
    found.update(zip(free, left, strict=False))
    pods = tuple(replace(pod, name=f"pod {box}", box=box) for box, pod in sorted(found.items()))
    hull = tuple(part for part in unit.parts if not part.is_pod)
    return replace(unit, parts=(*hull, *pods)), ""


def _missing(unit: Unit, kind: str) -> str:
    number = len(unit.pods_of(kind))
    if not number:
        return f"it carries no {kind} pod"
    return f"it carries {number} {kind} pod{'' if number == 1 else 's'}, not more"
