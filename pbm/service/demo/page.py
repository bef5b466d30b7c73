"""The page that shows what the demo made: pictures, links, and what to type next."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.kit.records import Record
from pbm.packets.schema import read_packet
from pbm.pages.first_page import first_page
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.storage.turn_toml import NEW, REPORTS

INDEX = "index.html"
FILES = {
    "report.html": "report",
    "report.pdf": "report on paper (PDF)",
    "logs.pdf": "record sheets (PDF)",
    "form.pdf": "order form (PDF)",
    "orders.txt": "next order sheet",
    "packet.json": "packet (the report as data)",
    "book.json": "packet (the book as data)",
}


class Link(Record):
    """A file to open: its path from the page, and what it is."""

    path: str
    text: str


class Reader(Record):
    """Somebody who gets pages of the last turn, and the pages of each turn before."""

    name: str
    picture: str
    links: tuple[Link, ...]
    turns: tuple[Link, ...]


class Shown(Record):
    """A campaign on the page; ``commands`` go on from here."""

    title: str
    game: str
    last: str
    readers: tuple[Reader, ...]
    commands: tuple[tuple[str, str], ...]


def demo_page(
    folder: Path, campaigns: Sequence[Campaign], typed: str, progress: Progress = quiet
) -> Path:
    """Write index.html beside the campaigns of a demo; returns its path.

    ``typed`` is the program as the reader types it, which the commands on the page begin with.
    """
    from pbm.pages.render import html  # templates load slowly, and most commands need none

    shown = []
    for done, campaign in enumerate(campaigns):
        progress(f"{campaign.name}: pictures", done, len(campaigns))
        shown.append(_shown(folder, campaign, typed))
    page, desk = folder / INDEX, f"{typed} desk {' '.join(str(one.folder) for one in campaigns)}"
    put_file(page, html("demo.html", {"campaigns": shown, "typed": typed, "desk": desk}).encode())
    return page


def _shown(folder: Path, campaign: Campaign, typed: str) -> Shown:
    turns = [one for one in in_force(campaign.folder) if one.name != NEW]
    places = [(seat.name, f"{REPORTS}/{seat.id}") for seat in campaign.seats]
    places.append(("The game master", "gm"))
    return Shown(
        title=campaign.part.title,
        game=campaign.ruleset.title,
        last=turns[-1].head.mailing,
        readers=tuple(_reader(folder, name, place, turns) for name, place in places),
        commands=_commands(campaign, turns[-1], typed),
    )


def _commands(campaign: Campaign, last: StoredStage, typed: str) -> tuple[tuple[str, str], ...]:
    """List commands that go on from here, each with what it does."""
    where, turn = campaign.folder, last.head.mailing
    told = [
        (
            f"{typed} explain {where} {turn} {player}:{line}",
            "one order line: its result, and every die",
        )
        for player, line in islice(_lines_with_events(campaign, last), 1)
    ]
    sheets = sorted((last.folder / REPORTS).glob("*/orders.txt"))
    told += [
        (f"{typed} write {one.parent / 'packet.json'}", "a player's next sheet, in the browser")
        for one in sheets[:1]
    ]
    return (
        *told,
        (
            f"{typed} report {where} {turn} {campaign.seats[0].id}",
            "the report made again, byte for byte",
        ),
        (f"{typed} replay {where}", "the whole campaign made again and compared"),
    )


def _lines_with_events(campaign: Campaign, last: StoredStage) -> Iterator[tuple[str, int]]:
    """Give the order lines of a turn that brought something about: whose, and its number."""
    for seat in campaign.seats:
        file = last.folder / REPORTS / seat.id / "packet.json"
        packet = read_packet(file.read_bytes(), str(file))
        yield from ((seat.id, one["line"]) for one in packet["orders"] if one["event"])


def _reader(folder: Path, name: str, place: str, turns: Sequence[StoredStage]) -> Reader:
    last = turns[-1].folder / place
    links = [
        Link(str((last / file).relative_to(folder)), text)
        for file, text in FILES.items()
        if (last / file).is_file()
    ]
    earlier = [(one.head.mailing, one.folder / place / "report.html") for one in turns]
    return Reader(
        name=name,
        picture=first_page((last / "report.pdf").read_bytes()),
        links=tuple(links),
        turns=tuple(
            Link(str(page.relative_to(folder)), turn) for turn, page in earlier if page.is_file()
        ),
    )
