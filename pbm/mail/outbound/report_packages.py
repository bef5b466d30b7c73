"""Parcels: the reports to be mailed, with their files, checked before sending.

No report may go to the wrong reader. So before anything is sent every file is checked against
the record of its turn, the outbox and its own contents; a single fault stops everything.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

import tomlkit

from pbm.campaign.campaign import Campaign
from pbm.campaign.outbox import outbox_name
from pbm.kit import environment
from pbm.kit.problems import CampaignFault, Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.service.replay import pages_again
from pbm.sheets.envelope import find_sheets
from pbm.storage.turn_folders import StoredStage, all_stages, digest, folder_name, in_force
from pbm.storage.turn_toml import NEW, REPORTS
from pbm.turns import assemble
from pbm.turns.history import stored_game_state

PACKET, SHEET, PAGE = "packet.json", "orders.txt", "report.pdf"


class Parcel(Record):
    """One stage's report for one player. ``files`` maps names to recorded hashes."""

    stage: StoredStage
    player: str
    name: str
    files: Mapping[str, str]

    @property
    def id(self) -> str:
        """The name of its record."""
        return f"{self.stage.name}.{self.player}"

    @property
    def told(self) -> str:
        """The stage it reports, as its player may know it.

        The last stage of a turn that was held for some players reports the whole turn to everybody,
        under the turn's name, so that the others do not learn why it was held.
        """
        part = self.stage.part
        turn, _, battle = part.mailing.partition("/")
        waits = any(one.mailing.startswith(f"{turn}/") for one in part.next)
        return turn if battle and not waits else part.mailing

    @property
    def is_corrected(self) -> bool:
        """True if it replaces a report that the player has."""
        return self.player in self.stage.part.corrected


def parcels(campaign: Campaign, chain: Sequence[StoredStage] | None = None) -> list[Parcel]:
    """List the reports that count, of every stage in force and every player, in order.

    A rerun makes reports only for players whose report changed; for the others the report of the
    revision before it still counts.
    """
    found: list[Parcel] = []
    stages = all_stages(campaign.folder)
    for stage in chain if chain is not None else in_force(campaign.folder):
        same = [one for one in stages if one.label == stage.label]
        earlier = [one for one in same if one.head.revision <= stage.head.revision]
        for player in stage.part.names:
            one = next((one for one in reversed(earlier) if player in one.part.outbox), None)
            if one is not None:
                found.append(_parcel(one, player))
    return found


def _parcel(stage: StoredStage, player: str) -> Parcel:
    folder = f"{REPORTS}/{player}/"
    files = {
        name.removeprefix(folder): sha
        for name, sha in stage.part.files.items()
        if name.startswith(folder)
    }
    return Parcel(stage, player, stage.part.names.get(player, player), files)


def parcel_of(campaign: Campaign, turn: str, player: str) -> Parcel | None:
    """Find a player's last report of a turn, by the name they know; None if none."""
    wanted = {turn.strip().casefold(), turn.strip().casefold().lstrip("0") or "0"}
    found = [
        one for one in parcels(campaign) if one.player == player and one.told.casefold() in wanted
    ]
    return found[-1] if found else None


def contents(campaign: Campaign, parcel: Parcel) -> dict[str, bytes]:
    """Collect and check the files of a parcel; missing ones are made again.

    CampaignFault if any of them is wrong.
    """
    files: dict[str, bytes] = {}
    missing: list[str] = []
    for name in parcel.files:
        data = parcel.stage.read(f"{REPORTS}/{parcel.player}/{name}")
        if data is None:
            missing.append(name)
        else:
            files[name] = data
    again = _made_again(campaign, parcel, files) if missing else {}
    files |= {name: again[name] for name in missing if name in again}
    problems = list(wrong_in(campaign, parcel, files, frozenset(missing)))
    if problems:
        raise CampaignFault(*problems)
    return {name: files[name] for name in parcel.files}


# Reports made again recently, since each is needed twice: for the check and for sending.
_again: dict[tuple[str, str, str], dict[str, bytes]] = {}
_MOST_AGAIN = 32


def _made_again(campaign: Campaign, parcel: Parcel, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Make a report that is not stored again, from its packet and its turn's state.

    Where these are missing it is made from sheets, rulings and set-up.
    """
    key = (str(parcel.stage.folder), parcel.stage.digest, parcel.player)
    if key in _again:
        return _again[key]
    made = _from_packet(campaign, parcel, files) or _from_sheets(campaign, parcel)
    while len(_again) >= _MOST_AGAIN:
        _again.pop(next(iter(_again)))
    _again[key] = made
    return made


def _from_packet(
    campaign: Campaign, parcel: Parcel, files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Make the pages from the stored packet; none without it or the turn's state."""
    data = files.get(PACKET, b"")
    game_state = stored_game_state(campaign, parcel.stage)
    if digest(data) != parcel.files.get(PACKET) or game_state is None:
        return {}
    sheet = files.get(SHEET, b"").decode()
    if SHEET in parcel.files and not sheet:
        seat = next(seat for seat in game_state.seats if seat.id == parcel.player)
        sheet = assemble.next_sheet(
            campaign,
            game_state,
            seat,
            passes=parcel.stage.part.passes,
            prefilled=parcel.stage.part.prefilled,
        )
    pdfs = any(name.endswith(".pdf") for name in parcel.files)
    return assemble.made_pages(read_packet(data), sheet, pdfs=pdfs)


def _from_sheets(campaign: Campaign, parcel: Parcel) -> dict[str, bytes]:
    """Make the report of a stage by playing it again.

    If a rerun replaced the stage, the report is that of the rerun; where it differs, it does not
    fit the record, and the check finds that.
    """
    try:
        _stage, pages = pages_again(campaign, parcel.stage.name, parcel.player)
    except CampaignFault:
        raise
    except Faults:
        return {}
    folder = f"{REPORTS}/{parcel.player}/"
    return {name.removeprefix(folder): data for name, data in pages.items()}


def _where(parcel: Parcel, name: str) -> str:
    return f"turns/{parcel.stage.name}/{REPORTS}/{parcel.player}/{name}"


def wrong_in(
    campaign: Campaign,
    parcel: Parcel,
    files: Mapping[str, bytes],
    remade: frozenset[str] = frozenset(),
) -> Iterator[Problem]:
    """Check that these files are this player's report of this turn; yield every fault.

    Each file is checked against the hash recorded with its turn, the list in the outbox against
    both, and the names inside the files against their reader. Pages made again may look different,
    but must contain the same packet, unless the engine or libraries have other versions now. The
    names inside must fit in any case.
    """
    others = bool(environment.changed(parcel.stage.part.made_with, environment.recorded()))
    for name, recorded in parcel.files.items():
        where = _where(parcel, name)
        if name not in files:
            yield _stopped(f"{where} is missing and could not be made again")
        elif digest(files[name]) == recorded:
            continue
        elif name not in remade or (name == PACKET and not others):
            yield _stopped(f"{where} is not the file that was recorded with its turn")
    yield from _outbox_differs(campaign, parcel)
    if PACKET in files:
        yield from _packet_of_another(campaign, parcel, files[PACKET])
    if SHEET in files:
        yield from _sheet_of_another(campaign, parcel, files[SHEET])
    if PAGE in files and PACKET in files:
        inside = packet_inside(files[PAGE])
        if inside is not None and inside != files[PACKET]:
            yield _stopped(f"{_where(parcel, PAGE)} contains the packet of another report")


def _stopped(fault: str, reason: str = "") -> Problem:
    return invalid(
        fault,
        reason=reason,
        outcome="No mail was sent",
        remedy="pbm replay compares every file; put this one back from a copy, or delete it to "
        "have it made again",
    )


def _outbox_differs(campaign: Campaign, parcel: Parcel) -> Iterator[Problem]:
    """Check the list in the outbox, if there is one, against turn.toml."""
    name = outbox_name(parcel.stage.name)
    try:
        data = (campaign.folder / name).read_bytes()
    except OSError:
        return
    try:
        letters = tomlkit.parse(data.decode()).unwrap()["letters"]
        listed = [
            {file["path"]: file["sha256"] for file in letter["files"]}
            for letter in letters
            if letter["player"] == parcel.player
        ]
    except (ValueError, KeyError, TypeError):
        yield _stopped(f"{name} is not as pbm wrote it")
        return
    if listed != [{_where(parcel, file): sha for file, sha in parcel.files.items()}]:
        yield _stopped(f"{name} lists other files for {parcel.name} than those of the report")


def _packet_of_another(campaign: Campaign, parcel: Parcel, data: bytes) -> Iterator[Problem]:
    where = _where(parcel, PACKET)
    packet = read_packet(data)
    player = packet.get("player")
    found = {
        "campaign": packet.get("campaign"),
        "mailing": packet.get("mailing"),
        "player": player.get("id") if isinstance(player, dict) else None,
        "name": player.get("name") if isinstance(player, dict) else None,
    }
    wanted = {
        "campaign": campaign.name,
        "mailing": parcel.told,
        "player": parcel.player,
        "name": parcel.name,
    }
    for key, value in wanted.items():
        if found[key] != value:
            yield _stopped(
                f"{where} would go to the wrong reader",
                f"its {key} is {found[key]}; the mail is for {key} {value}",
            )


def _sheet_of_another(campaign: Campaign, parcel: Parcel, data: bytes) -> Iterator[Problem]:
    found = find_sheets(data, SHEET, campaign.ruleset.all_kinds)
    for sheet in (*found.sheets, *found.unchanged):
        if folded(sheet.campaign) != folded(campaign.name) or (
            folded(sheet.player) != folded(parcel.name)
        ):
            yield _stopped(
                f"{_where(parcel, SHEET)} would go to the wrong reader",
                f"it is for {sheet.player} in {sheet.campaign}; the mail is for {parcel.name}",
            )


def read_packet(data: bytes) -> dict[str, Any]:
    """Read a packet's fields; none if it is not a packet."""
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def packet_inside(page: bytes) -> bytes | None:
    """Read the packet attached to a report's PDF; None if there is none."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    if not page.startswith(b"%PDF-"):
        return None
    try:
        held = PdfReader(BytesIO(page)).attachments.get(PACKET)
    except (PyPdfError, ValueError, KeyError, OSError):
        return None
    return bytes(held[0]) if held else None


def given_by_hand(found: Sequence[Parcel]) -> tuple[str, ...]:
    """List the ids of all reports but each player's newest, for the first mail."""
    newest = {one.player: one.id for one in found}
    return tuple(one.id for one in found if newest[one.player] != one.id)


def label(mailing: str) -> str:
    """Name a turn as in the subject of a mail."""
    if mailing == NEW:
        return "before set-up"
    turn, _, battle = mailing.partition("/")
    place, _, round = battle.partition("/")
    return f"turn {turn}, {place} round {round}" if round else f"turn {mailing}"


def file_name(campaign: Campaign, parcel: Parcel, name: str) -> str:
    """Name an attachment so that those of many turns can be kept in one folder."""
    turn = NEW if parcel.told == NEW else folder_name(parcel.told)
    return f"{campaign.name}-{turn}-{name}"
