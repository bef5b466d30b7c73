"""Check players' names, so that reports, sheets and folders can hold them."""

import unicodedata

from pbm.kit.text import folded


def check_name(name: str) -> str:
    """The name, if reports and sheets can hold it; ValueError with the reason."""
    if not name.strip() or len(name) > 60:
        raise ValueError("a name has 1 to 60 characters")
    if any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs") for char in name):
        raise ValueError("a name is on one line, without control characters")
    if '"' in name or "/" in name:
        raise ValueError('a name contains neither " nor /')
    return " ".join(name.split())


# Words in the head of a message that mean the game master or everybody.
MASTERS_NAMES = ("gm", "the gm", "game master", "the game master")
EVERYBODY = ("all", "everybody")


def check_new_name(name: str) -> str:
    """The name of a new player, as in `check_name`; "all" and "gm" are not allowed."""
    if folded(name) in (*MASTERS_NAMES, *EVERYBODY):
        raise ValueError("a message to this name goes to the game master, or to everybody")
    return check_name(name)
