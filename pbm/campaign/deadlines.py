"""Players' addresses, deadlines and pauses, as rulings change them."""

from collections.abc import Mapping, Sequence

from pbm.engine.rulings import Ruling
from pbm.engine.seats_and_dates import seats_and_dates
from pbm.kit.clock import read_time, shown, stamp
from pbm.kit.records import Record
from pbm.storage.turn_toml import NextPart


class Dates(Record):
    """A stage's deadline as stored ("" for none) and as people read it; a pause."""

    deadline: str = ""
    text: str = ""
    paused: bool = False


def addresses_after(addresses: Mapping[str, str], rulings: Sequence[Ruling]) -> dict[str, str]:
    """Map every seat to its address after these rulings."""
    return {**addresses, **seats_and_dates(rulings).addresses}


def dates(part: NextPart, rulings: Sequence[Ruling]) -> Dates:
    """Work out a stage's deadline after the rulings kept for it."""
    said = seats_and_dates(rulings)
    if said.deadline is not None:
        return Dates(stamp(said.deadline), shown(said.deadline, said.zone), bool(said.paused))
    text = shown(read_time(part.deadline), part.zone) if part.deadline else ""
    return Dates(part.deadline, text, bool(said.paused))
