"""What the fuzzer knows of a target's language: its words, and texts that people wrote in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random  # noqa: TID251  # the fuzzer plays at random, not the game

from pbm.storage.turn_folders import ORDERS, all_stages
from tests.fuzz.targets import ROOT, TABLES
from tests.shipped import CAMPAIGNS, played

# So many stored sheets of a campaign begin a run, of so many bytes at most each.
MOST_SEEDS = 30
MOST_SEED_BYTES = 600
NUMBERS = (b"0", b"1", b"-1", b"2.5", b"1/3", b"99999999999999999999", b"007", b"1e9", b"0101")
SIGNS = (b",", b":", b";", b"(", b")", b">", b"=", b"@", b"#", b'"', b"if", b"else", b"not", b"\\")


def texts_of(name: str) -> Iterator[bytes]:
    """The texts that counted in the turns of a shipped campaign."""
    for stage in all_stages(CAMPAIGNS / name):
        for file in sorted(stage.part.files):
            if file.startswith(ORDERS):
                yield stage.read(file) or b""


def seeds(name: str) -> list[bytes]:
    """What was played, for a target that reads it: of sheets a line with the kind, and the body."""
    part, _, game = name.partition("-")
    if part in ("packet", "proofs"):
        sealed = played("lantern") / "turns" / "001" / "reports"
        return [path.read_bytes() for path in sorted(sealed.glob("*/packet.json"))]
    if part != "sheet":
        return []
    found: dict[bytes, None] = {}
    for text in texts_of(TABLES[game][0]):
        head, *lines = text.splitlines()
        end = lines.index(b"END") if b"END" in lines else len(lines)
        body = b"\n".join([*head.split()[:1], *lines[:end], b""])
        if len(body) <= MOST_SEED_BYTES:
            found[body] = None
    each = max(1, len(found) // MOST_SEEDS)
    return list(found)[::each][:MOST_SEEDS]


def words(name: str, kept: list[bytes]) -> list[bytes]:
    """Words of the target's grammar, if it has one, and of what is kept; numbers and signs."""
    part, _, game = name.partition("-")
    of = {"sheet": game, "rulings": "rulings", "result": "nova_result"}.get(part, "")
    grammars = sorted((ROOT / "grammar").glob(f"{of}.*")) if of else []
    found = {
        word.lower().replace("_", " ").encode(): None
        for path in grammars
        if path.suffix in (".lark", ".toml")
        for word in re.findall(r"\b[A-Za-z][A-Za-z_]+\b", path.read_text(encoding="utf-8"))
    }
    for text in kept:
        found |= dict.fromkeys(re.findall(rb"[\w.'*-]+", text))
        found |= dict.fromkeys(text.split())
    return [*found, *(NUMBERS + SIGNS) * (1 + len(found) // 60)]


def changed(known: list[bytes], data: bytes, seed: int) -> bytes | None:
    """A text with one to four of its words or lines otherwise; None to have bytes changed."""
    chance = Random(seed)
    if chance.random() < 0.25:
        return None
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(lines))
        if chance.random() < 0.2:
            other = chance.randrange(len(lines) + 1)
            match chance.randrange(3):
                case 0:
                    lines.insert(other, lines[place])
                case 1 if len(lines) > 1:
                    del lines[place]
                case _:
                    lines.insert(other, chance.choice(known))
            continue
        parts = re.split(rb"(\w+|\s+|[^\w\s])", lines[place])
        at = chance.randrange(len(parts))
        match chance.randrange(4):
            case 0:
                parts[at] = b""
            case 1:
                parts.insert(at, b" " + chance.choice(known) + b" ")
            case 2:
                parts[at] = chance.choice(parts)
            case _:
                parts[at] = chance.choice(known)
        lines[place] = b"".join(parts)
    return b"\n".join(lines)
