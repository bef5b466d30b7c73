"""What is known as data: facts of events, views and packets."""

from __future__ import annotations

from typing import Any

# A fact is JSON without floats; fractions stand as "83/3".
Fact = Any
