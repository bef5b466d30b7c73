"""The type of facts in events, views and packets."""

from typing import Any

# A fact is JSON without floats; fractions are texts such as "83/3".
Fact = Any
