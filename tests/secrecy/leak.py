"""A leak: how one kind of secret comes out, put into the product on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pbm.packets.build import Packet
from pbm.turns.play import Played
from pbm.turns.stage_draft import StageDraft

Known = dict[str, Any]


@dataclass(frozen=True)
class Leak:
    """How a secret comes out: through the view, through what is drafted, or by a patch."""

    view: Callable[[Known, Any, str], Known] | None = None
    draft: Callable[[Packet, Played, StageDraft], None] | None = None
    patch: Callable[[pytest.MonkeyPatch], None] | None = None


def lines_counted(packet: Packet, played: Played, _made: StageDraft) -> None:
    """Count: how many orders were read in all."""
    count = sum(
        len(one.reading.understood)
        for submitted in played.submissions.values()
        for one in submitted.every
    )
    packet["summary"] = [*packet["summary"], f"{count} orders were read."]


def padded(known: Known, number: int) -> Known:
    """Length: the title is so much longer."""
    return {**known, "title": f"{known['title']}{' ' * (number % 97)}"}
