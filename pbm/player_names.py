"""The names players go by: what a report, a sheet and a folder can hold."""

from __future__ import annotations

import unicodedata


def check_name(name: str) -> str:
    """A player's name as reports and sheets can hold it; ValueError with the reason."""
    if not name.strip() or len(name) > 60:
        raise ValueError("a name has 1 to 60 signs")
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp", "Cs") for sign in name):
        raise ValueError("a name stands on one line, without control signs")
    if '"' in name or "/" in name:
        raise ValueError('a name holds neither " nor /')
    return " ".join(name.split())
