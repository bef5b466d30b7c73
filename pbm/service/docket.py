"""The docket: questions that only the game master can answer, as text and records."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from pbm.engine.rulings import Ruling, answers
from pbm.engine.types import Question, Seat
from pbm.kit.records import Record
from pbm.service.attention import MAILS


class DocketRow(Record):
    """One question of a stage; ``player`` is a name, "" where it concerns several.

    ``phase`` is the key of the phase that waits for the answer. ``kind`` and ``how`` are those of
    `Attention`, whose rows stand beside.
    """

    id: str
    turn: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""
    answer: str = ""
    kind: str = "question"
    how: str = ""

    @property
    def answered(self) -> bool:
        """True once a ruling has answered it."""
        return bool(self.answer)


def docket_rows(
    turn: str, items: Iterable[Question], rulings: Iterable[Ruling], seats: Sequence[Seat]
) -> list[DocketRow]:
    """List the questions of a stage with the answers of its rulings, open ones first."""
    answered = {id: ruling.value for id, ruling in answers(rulings).items()}
    names = {seat.id: seat.name for seat in seats}
    rows = {
        item.id: DocketRow(
            item.id,
            turn,
            names.get(item.player, item.player),
            item.question,
            item.readings,
            item.rule,
            item.phase,
            answered.get(item.id.casefold(), ""),
        )
        for item in items
    }
    return open_first(rows.values())


def open_first(rows: Iterable[DocketRow]) -> list[DocketRow]:
    """Sort the open questions before the answered ones, each in the order given."""
    return sorted(rows, key=lambda row: row.answered)


def docket_json(rows: Iterable[DocketRow]) -> list[dict[str, Any]]:
    """Give the rows as ``pbm docket --json`` prints them."""
    return [
        {**asdict(row), "readings": list(row.readings), "answered": row.answered} for row in rows
    ]


def docket_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write the docket as text, from its JSON rows, with how to answer at the end."""
    if not rows:
        return "The docket is empty."
    blocks: list[str] = []
    questions = [row for row in rows if row["kind"] == "question"]
    for title, answered in (("Open", False), ("Answered", True)):
        chosen = [row for row in questions if row["answered"] is answered]
        if chosen:
            blocks.append("\n\n".join([title, *(_entry(row) for row in chosen)]))
    first = next((row["id"] for row in questions if not row["answered"]), None)
    if first is not None:
        blocks.append(f"To answer, give pbm rule a file: answer {first}: WORDS because REASON")
    mails = [row for row in rows if row["kind"] in MAILS]
    others = [row for row in rows if row["kind"] in ("sheet", "vacant")]
    for title, chosen in (("Mail", mails), ("Positions", others)):
        if chosen:
            blocks.append("\n\n".join([title, *(_item(row) for row in chosen)]))
    if mails:
        id = mails[0]["id"]
        blocks.append(
            f"To read a mail: pbm mail read DIR {id}\nTo answer it: pbm mail answer DIR {id} FILE"
            f"\nTo set it aside: pbm mail answer DIR {id} --done"
        )
    return "\n\n".join(blocks)


def _item(row: Mapping[str, Any]) -> str:
    lines = [f"  {row['id']}  {row['question']}"]
    return "\n".join([*lines, *([f"    {row['how']}"] if row["how"] else [])])


def _entry(row: Mapping[str, Any]) -> str:
    where = [f"turn {row['turn']}"]
    if row["phase"]:
        where.append(f"before {row['phase']}")
    if row["player"]:
        where.append(str(row["player"]))
    if row["rule"]:
        where.append(f"[{row['rule']}]")
    lines = [f"  {row['id']}  {', '.join(where)}", f"    {row['question']}"]
    if row["readings"]:
        lines.append(f"    One of: {', '.join(row['readings'])}")
    if row["answer"]:
        lines.append(f"    Answer: {row['answer']}")
    return "\n".join(lines)
