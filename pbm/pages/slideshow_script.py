"""The script that steps through a page's pictures, and the hash that allows it.

A page's policy allows this one script by its hash and nothing else.
"""

import hashlib
from base64 import b64encode
from functools import cache

from markupsafe import Markup

from pbm.kit.assets import data_dir
from pbm.kit.records import Record


class PageScript(Record):
    """A script as the page contains it, and its source in a Content-Security-Policy."""

    text: Markup
    source: str


@cache
def player() -> PageScript:
    """Load the script that plays turns and battles."""
    text = (data_dir("templates") / "player.js").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return PageScript(Markup(text), f"'sha256-{digest}'")
