"""The names players go by: what a report, a sheet and a folder can hold."""

from __future__ import annotations

import unicodedata

from pbm.kit.text import folded


def check_name(name: str) -> str:
    """A player's name as reports and sheets can hold it; ValueError with the reason."""
    if not name.strip() or len(name) > 60:
        raise ValueError("a name has 1 to 60 signs")
    if any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs") for char in name):
        raise ValueError("a name stands on one line, without control signs")
    if '"' in name or "/" in name:
        raise ValueError('a name holds neither " nor /')
    return " ".join(name.split())


# Whom the head of a message means by these words.
MASTERS_NAMES = ("gm", "the gm", "game master", "the game master")
EVERYBODY = ("all", "everybody")


def check_new_name(name: str) -> str:
    """A name for a player who has none yet, as `check_name`; nobody is to be called all or gm."""
    if folded(name) in (*MASTERS_NAMES, *EVERYBODY):
        raise ValueError("a message to it goes to the game master, or to everybody")
    return check_name(name)
