"""Refuse retired phrases in all that people read: code, grammars, templates and docs.

    python tests/tooling/tools/plain_words.py

Prints each place with the words to use instead, then the exceptions. Exits with 1 for a place that
is not an exception, and for an exception that matches nothing any more.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = ("pbm", "templates", "grammar", "docs")
KINDS = {".py", ".toml", ".lark", ".md", ".j2", ".html", ".txt", ".css", ".js", ".xml", ".svg"}

# Retired phrases as patterns (a blank stands for any white space), and what to say instead.
PHRASES: Mapping[str, str] = {
    r"here comes": "expected ...",
    r"is too much here": "is unexpected here",
    r"(?<!there\x20)\b(?:is|are|was|were) (?-i:no) (?!longer|more|one\b|better|different)": (
        "is not a ..."
    ),
    r"(?<!there\x20)\b(?:is|are) (?-i:none)\b(?! of)": "is not one",
    r"\b(?:is|are|was|were|being) waited for": "is due",
    r"\bwaits? for (?:its? |his |the )?(?:turn|sheets?|orders|mailings?)\b": "is due",
    r"\bwho sends no": "a player who sends no ...",
    r"has no place (?:in|on) (?:this|the|a) (?:campaign|sheet|game)": "is not a player, belongs on",
    r"\bwhat (?:became|becomes|comes|came) of\b": "name the thing",
    r"\bthat which\b": "name the thing",
    r"\bsuch as it is\b": "name the thing",
    r"\bwhose it is\b": "name the owner",
    r"\bas it should be\b": "say what is wrong",
    r"\b(?:is|are|was|were|be) told of\b": "is shown, is reported to",
    r"\btold, not drawn\b": "listed, not drawn",
    r"\bat the (?:most|least)\b": "at most, at least",
    r"\b(?:is|are) nobody's\b": "belongs to nobody",
    r"\bit is not said\b": "say what is missing",
    r"\bstands twice\b": "occurs twice",
    r"\bof one's own\b": "your own, its own",
    r"\bhow (?:often|many) signs\b": "characters",
    r"\b(?:most|control|invisible|\d+|\}) signs\b": "characters",
    r"\bnoughts?\b": "zero",
    r"\b(?:to mend|mend (?:it|them)|(?:is|are) mended)\b": "fix",
    r"\b(?:the|its|their|whose) fates?\b": "outcome",
    r"\b(?:he|him|his|himself)\b": "they, them, their",
}

# Meant exceptions: file, the words as they stand there, and why.
MEANT: tuple[tuple[str, str, str], ...] = (
    (
        "pbm/games/deltavee/scenarios/chess-players.toml",
        "in secret: his ships begin",
        "the text of campaigns under way",
    ),
    ("templates/deltavee/parts.html", "part.armor is none", "a test of Jinja"),
)

# A blank of a pattern may be where a string literal goes on in the next line.
_BLANK = r'(?: | ?" f?")'
_JOINT = re.compile(' ?" f?"')
_PATTERNS = {
    re.compile(pattern.replace(" ", _BLANK), re.IGNORECASE): say for pattern, say in PHRASES.items()
}
_MARK = re.compile(r"^(?:#|//|>|\*)\s+")


def retired(text: str) -> Iterator[tuple[int, str, str]]:
    """Each retired phrase: line, the words, what to say instead."""
    lines = [_MARK.sub("", " ".join(line.split())) for line in text.split("\n")]
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    flat = " ".join(lines)
    for pattern, say in _PATTERNS.items():
        for found in pattern.finditer(flat):
            yield bisect_right(starts, found.start()), _JOINT.sub(" ", found.group()), say


def texts(root: Path) -> Iterator[tuple[str, str]]:
    """The files people read, by their paths; of the changelog its newest part."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in KINDS and path.is_file():
                yield path.relative_to(root).as_posix(), path.read_text("utf-8")
    yield "README.md", (root / "README.md").read_text("utf-8")
    newest = (root / "CHANGELOG.md").read_text("utf-8").split("\n## ")[:2]
    yield "CHANGELOG.md", "\n## ".join(newest)


def main(root: Path = ROOT) -> int:
    """Print all places and exceptions; 0 if every place is excepted."""
    met: Counter[str] = Counter()
    wrong = 0
    for file, text in texts(root):
        for line, words, say in sorted(retired(text)):
            shown = text.split("\n")[line - 1].strip()
            meant = next((f"{f}: {w}" for f, w, _why in MEANT if f == file and w in shown), "")
            if meant:
                met[meant] += 1
                continue
            wrong += 1
            print(f'{file}:{line}: "{words}" is retired: {say}\n    {shown}')
    for file, words, why in MEANT:
        wrong += f"{file}: {words}" not in met
        print(f'meant: {file}: "{words}" ({met[f"{file}: {words}"]}): {why}')
    print(f"{wrong} retired phrases or exceptions without a use")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
