"""Knight Hawks, the basic game: parts 3 (movement) and 4 (combat) of the book."""

from __future__ import annotations
