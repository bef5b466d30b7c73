"""What costs the same for everybody, in MCr."""

from __future__ import annotations

TEAM = 40  # to create a research team. Rule: NV RES-03.
UPKEEP = 10  # to keep one for a turn. Rule: NV RES-03.
REPORT = 5  # on a project. Rule: NV RES-16.
INFO = 5  # on a ship or a system. Rule: NV PEN-04.
COPY = 20  # a page. Rule: NV PEN-05.
NAMING = 10  # a ship named by the program. Rule: NV PEN-01.
