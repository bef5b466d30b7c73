"""Undo how mail programs wrap and quote: format=flowed, unmarked quotations."""

import re

SIGNATURE = "-- "


def unflowed(text: str, *, delsp: bool) -> str:
    r"""Join the wrapped lines of a text with format=flowed (RFC 3676).

    Quote marks stay, with one blank after them; ``delsp`` removes the blank at which a line was
    cut.

    >>> unflowed("> one \n> two\nthree", delsp=False)
    '> one two\nthree'
    """
    lines: list[list[str]] = []
    open_depth = -1
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        rest = line[depth:]
        rest = rest[1:] if rest.startswith(" ") else rest
        is_signature = rest == SIGNATURE
        flows = rest.endswith(" ") and not is_signature
        kept = rest[:-1] if flows and delsp else rest
        if depth == open_depth and not is_signature:
            lines[-1].append(kept)
        else:
            lines.append([f"{'>' * depth} {kept}" if depth else kept])
        open_depth = depth if flows else -1
    return "\n".join(map("".join, lines))


_RULE = re.compile(r"\s*[-_=*]{2,}[^-_=*]{0,60}[-_=*]{2,}\s*\Z|\s*_{8,}\s*\Z")
_ORIGINAL = re.compile(
    r"original|urspr|origine|originale|originele|weitergeleitet|forwarded|transf|inoltrat"
    r"|исходное|пересылаем|原始|元の|转发",
    re.IGNORECASE,
)
# Possessive (*+), or a long row of blanks would be searched again and again.
_FROM = re.compile(
    r"[\s*]*+(from|von|de|da|van|od|från|fra|от|发件人|差出人)\s*+\*?\s*+[:：]", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"[\s*]*+(subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|temat|тема|主题|件名)"
    r"\s*+\*?\s*+[:：]",
    re.IGNORECASE,
)
_LONGEST_RULE = 200
# Most lines between From and Subject of a quoted mail.
_HEADER_LINES = 10


def marked(text: str, is_head: re.Pattern[str]) -> str:
    """Put ``> `` before the original in a reply whose program quoted it without marks.

    Only where there are heads of sheets on both sides of its beginning, to tell which of them is
    the player's own; nothing is ever left out.
    """
    lines = text.split("\n")
    heads = [at for at, line in enumerate(lines) if is_head.match(line)]
    for at in range(heads[0] + 1, heads[-1] + 1) if heads else ():
        if begins_original(lines, at):
            before, after = lines[:at], lines[at:]
            return "\n".join([*before, *(f"> {line}" if line.strip() else line for line in after)])
    return text


def begins_original(lines: list[str], at: int) -> bool:
    """True where a program set an original without marks: a rule with its headers."""
    line = lines[at]
    if len(line) <= _LONGEST_RULE and _RULE.match(line):
        if _ORIGINAL.search(line):
            return True
        return any(_is_header(lines, place) for place in range(at + 1, min(at + 4, len(lines))))
    return _is_header(lines, at)


def _is_header(lines: list[str], at: int) -> bool:
    """True where From and Subject of a quoted mail follow each other closely."""
    if not _FROM.match(lines[at]):
        return False
    return any(map(_SUBJECT.match, lines[at + 1 : at + 1 + _HEADER_LINES]))
