"""Texts of reports and reminders: plain text for people, in any mail program.

A report's text is a function of the player's own packet and next sheet, and of the deadline that
everybody knows. Each line of words that others wrote begins with a mark, so that a mail quoted
back never contains a sheet but the reader's own.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbm.kit.english import count
from pbm.kit.text import shown
from pbm.packets.correction import correction_lines

WIDTH = 76
MARK = "  | "
_EXCERPT = re.compile(r"\s*\d*\s*\| ")


def report_text(
    packet: Mapping[str, Any],
    sheet: str,
    deadlines: Mapping[str, str],
    names: Sequence[str],
    remark: str = "",
) -> str:
    """Write the text of the mail for a report.

    ``sheet`` is the next sheet, filled in ("" for none), ``deadlines`` has the deadline of each
    stage, ``names`` are the attached files, ``remark`` is a sentence to begin with.
    """
    parts = [
        _wrapped(remark) if remark else "",
        "\n".join(_head(packet)),
        "\n".join(_summary(packet)),
        "\n".join(_due(packet, deadlines)),
        *_section("Rulings", _rulings(packet)),
        *_section("Messages", _messages(packet)),
        *_section("Your orders, line by line", _orders(packet)),
        *_section("Remarks on your sheet", _problems(packet)),
        *_section("Your next sheet", _next_sheet(sheet)),
        "\n".join(_attached(names, packet["mailing"])),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(packet: Mapping[str, Any]) -> Iterator[str]:
    from pbm.mail.outbound.report_packages import label

    turn = label(packet["mailing"])
    yield f"{packet['title']} ({packet['game_title']}), {turn}: report for {_name(packet)}."
    if packet["corrected"]:
        yield ""
        yield _wrapped(packet["corrected"])
    if packet.get("correction"):
        yield ""
        yield "What changed, and why:"
        for line in correction_lines(packet["correction"]):
            yield from _marked(line)


def _name(packet: Mapping[str, Any]) -> str:
    return shown(str(packet["player"]["name"]))


def _summary(packet: Mapping[str, Any]) -> Iterator[str]:
    for line in packet["summary"]:
        yield _wrapped(str(line), "- ", "  ")


def _due(packet: Mapping[str, Any], deadlines: Mapping[str, str]) -> Iterator[str]:
    if not packet["next"]:
        yield "No more orders are due from you."
    for one in packet["next"]:
        when = deadlines.get(one["mailing"], one["deadline"])
        what = f"Your {one['kind']} sheet for {_turn(one['mailing'])}"
        yield _wrapped(f"{what} is due by {when}." if when else f"{what} is due; no day is set.")


def _turn(mailing: str) -> str:
    from pbm.mail.outbound.report_packages import label

    return label(mailing)


def _rulings(packet: Mapping[str, Any]) -> Iterator[str]:
    for one in packet["rulings"]:
        because = f" because {one['reason']}" if one["reason"] else ""
        yield from _marked(f"{one['text']}{because}")


def _messages(packet: Mapping[str, Any]) -> Iterator[str]:
    for one in packet.get("messages", ()):
        way = "To" if one["sent"] else "From"
        fate = f" (not delivered: {one['refused']})" if one["refused"] else ""
        yield _wrapped(f"{way} {one['name']}{fate}:")
        yield from _marked(one["text"])


def _orders(packet: Mapping[str, Any]) -> Iterator[str]:
    """List each line of the sheets in force with its outcome."""
    groups = [("", packet["orders"])]
    groups += [
        (f"{one['kind']} {one['key']}".strip(), one["orders"]) for one in packet.get("also", ())
    ]
    if not any(lines for _title, lines in groups):
        if packet["mailing"] != "new" and not _goes_on(packet):
            yield "You had no sheet in force for this turn."
        return
    for title, lines in groups:
        if title:
            yield f"  ({shown(title)})"
        width = max((len(str(line["line"])) for line in lines), default=0)
        for line in lines:
            lead = f"  {line['line']:>{width}}  "
            yield f"{lead}{shown(line['text'])}".rstrip()
            for fate in _fates(line):
                yield _wrapped(fate, " " * len(lead) + "- ", " " * len(lead) + "  ")


def _goes_on(packet: Mapping[str, Any]) -> bool:
    """True for a turn that waits in its midst: its orders are reported at its end."""
    return any("/" in one["mailing"] for one in packet["next"])


def _fates(line: Mapping[str, Any]) -> Iterator[str]:
    if line["fates"]:
        yield from (str(fate) for fate in line["fates"])
    elif line["faulty"] and not line["understood"]:
        yield "Not understood."


def _problems(packet: Mapping[str, Any]) -> Iterator[str]:
    found = [*packet["problems"]]
    for one in packet.get("also", ()):
        found += one["problems"]
    for text in found:
        yield from _marked(text)
        yield ""


def _next_sheet(sheet: str) -> Iterator[str]:
    if not sheet.strip():
        return
    yield _wrapped(
        "Reply to this mail with your sheet, changed as you like. Only the lines from its first "
        "line to END are read."
    )
    yield ""
    yield sheet.strip("\n")


def _attached(names: Sequence[str], turn: str) -> Iterator[str]:
    if names:
        yield f"Attached ({count(len(names), 'file')}): {names[0]}"
        yield from (f"  {name}" for name in names[1:])
        yield ""
    # Not at the start of a line: a mail that quotes this asks for nothing.
    yield f"To get this report again, send a mail with the line  RESEND TURN {turn}"


def reminder_text(
    title: str, mailing: str, deadline: str, name: str, sheet: str, waits: bool = False
) -> str:
    """Write a reminder to a player; ``waits``: their sheet says WAIT."""
    turn = _turn(mailing)
    if waits:
        said = (
            f"Your sheet for {turn} says WAIT, and you sent none that says FINAL. If you send no "
            "other, the turn may be run with it as it is."
        )
    else:
        said = f"Your orders for {turn} are not in."
    parts = [
        f"{title}: reminder for {shown(name)}.",
        _wrapped(f"{said} The deadline is {deadline}." if deadline else said),
    ]
    if sheet.strip() and not waits:
        parts += [
            _wrapped("Reply to this mail with your sheet. Here it is again, filled in:"),
            sheet.strip("\n"),
        ]
    return "\n\n".join(parts) + "\n"


# --- small parts --------------------------------------------------------------------------------


def _section(title: str, lines: Iterable[str]) -> list[str]:
    body = "\n".join(lines).strip("\n")
    return [f"{title}\n{'-' * len(title)}\n\n{body}"] if body else []


def _marked(text: str) -> Iterator[str]:
    """Mark each line of somebody's words, so that they never form a sheet.

    A line that shows what was typed, and one that points at a place in it, are not wrapped.
    """
    for line in text.splitlines() or [""]:
        if len(line) <= WIDTH or _EXCERPT.match(line):
            yield f"{MARK}{shown(line)}".rstrip()
        else:
            yield _wrapped(line, MARK, MARK)


def _wrapped(text: str, first: str = "", later: str = "") -> str:
    """Wrap a paragraph to the width of a mail; words are never cut."""
    return textwrap.fill(
        shown(" ".join(text.split())),
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
