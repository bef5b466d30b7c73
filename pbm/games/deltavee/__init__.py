"""DeltaVee: spaceships, battlecraft and missiles that move by velocity and direction."""

from __future__ import annotations
