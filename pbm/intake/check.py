"""What a receipt would say about a sheet: for a player by his packet, for the game master."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.types import Reading, seat_of
from pbm.intake.early_sheets import ahead
from pbm.intake.read_text import read_text
from pbm.intake.refusals import being_run, no_such_player, other_campaign, other_mailing
from pbm.kit.problems import Problem, illegal, render_all
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.packets.build import turn_of
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import ANY_KINDS, SheetKind
from pbm.turns.receipt import envelope, findings
from pbm.turns.submissions import RankedSheet, is_mailing, read_sheets, submissions_of

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign


class Checked(Record):
    """What is to be said of one sheet, or (``sheet`` None) of a text as a whole."""

    sheet: Sheet | None
    findings: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """True without an error."""
        return not any(problem.is_error for problem in self.problems)


# From the sheets of a text to what is to be said of each, in their order.
Read = Callable[[Sequence[Sheet]], "list[tuple[Sheet, Reading | Problem]]"]


def check_sheet(
    data: bytes, file: str, *, campaign: Campaign | None = None, packet: bytes | None = None
) -> list[Checked]:
    """What the receipt would say about a text, against a campaign or a player's packet.json.

    Stores nothing. One record for each sheet in the text: ``findings`` are the very bytes
    that the receipt says, ``problems`` what it found, ``ok`` True without an error. With
    neither campaign nor packet only envelopes are looked at. Faults for a broken packet.
    """
    read: Read | None = None
    kinds: Sequence[SheetKind] = ANY_KINDS
    if campaign is not None:
        read = _by_campaign(campaign)
        kinds = campaign.ruleset.all_kinds
    elif packet is not None:
        game, read = _by_packet(packet)
        kinds = game.all_kinds
    _text, found = read_text(data, file, kinds)
    checked: list[Checked] = []
    if found.problems:
        checked.append(Checked(None, render_all(found.problems) + "\n", found.problems))
    if read is None:
        return [*checked, *(Checked(one, envelope(one), one.remarks) for one in found.sheets)]
    for sheet, reading in read(found.sheets):
        if isinstance(reading, Problem):
            problems: tuple[Problem, ...] = (*sheet.remarks, reading)
            checked.append(Checked(sheet, render_all(problems) + "\n", problems))
        else:
            problems = (*sheet.remarks, *reading.problems)
            checked.append(Checked(sheet, findings(sheet, reading), problems))
    return checked


def _by_campaign(campaign: Campaign) -> Read:
    # A player checks by his packet, and what a campaign on disk needs takes long to load.
    from pbm.campaign.inbox import counting, entries, text_of
    from pbm.storage.turn_folders import in_force
    from pbm.turns.due import is_held, takes, waited_for
    from pbm.turns.history import game_state_after, verify_newest

    chain = in_force(campaign.folder)
    verify_newest(chain)
    game_state = game_state_after(campaign, chain)

    def place(sheet: Sheet) -> tuple[str, str] | Problem:
        seat = seat_of(game_state.seats, sheet.player)
        if folded(sheet.campaign) != folded(campaign.name):
            return other_campaign(sheet, campaign.name)
        if seat is None:
            return no_such_player(sheet, campaign.ruleset, game_state.seats)
        for due in takes(campaign, game_state, seat):
            if is_mailing(sheet, due):
                return seat.id, due
        turn = str(game_state.turn)
        if is_mailing(sheet, turn) and is_held(campaign, game_state, turn):
            return being_run(sheet, turn)
        due_now = waited_for(campaign, game_state, seat)
        later = (
            None if seat.closed or not game_state.due else ahead(sheet, game_state.turn, due_now)
        )
        return later or other_mailing(sheet, due_now)

    def ranked(player: str, mailing: str, sheets: Sequence[Sheet]) -> list[RankedSheet]:
        found = entries(campaign.folder, mailing, player)
        submitted = submissions_of(
            campaign, game_state, mailing, player, [text_of(entry) for entry in counting(found)]
        )
        view = campaign.ruleset.build_view(
            game_state.state, player, game_state.seats, campaign.options
        )
        number = max((entry.number for entry in found), default=0) + 1
        sent = [(one.number, replace(one.sheet, beside=())) for one in submitted.every]
        sent += [(number, sheet) for sheet in sheets]
        sealed = campaign.is_sealed
        whole = read_sheets(campaign.ruleset, view, campaign.options, mailing, sent, sealed=sealed)
        return whole[len(submitted.every) :]

    return lambda sheets: _each(sheets, place, ranked)


def _by_packet(data: bytes) -> tuple[Ruleset, Read]:
    packet = read_packet(data, "packet.json")
    game = ruleset(packet["game"])
    player, view = packet["player"], game.view.read(packet["known"])
    options = {option["key"]: option["value"] for option in packet["options"]}
    due = tuple(part["mailing"] for part in packet["next"])
    own = (folded(player["id"]), folded(player["name"]))

    def place(sheet: Sheet) -> tuple[str, str] | Problem:
        if folded(sheet.campaign) != folded(packet["campaign"]):
            return other_campaign(sheet, packet["campaign"])
        if folded(sheet.player.strip().strip('"')) not in own:
            return illegal(
                f'this sheet is for "{sheet.player}"',
                sheet.span,
                reason=f"the packet is that of {player['name']}",
                outcome="It was not used",
                remedy="Correct its first line, or give the packet of its player",
            )
        for one in due:
            if is_mailing(sheet, one):
                return player["id"], one
        later = ahead(sheet, turn_of(due[0]), due) if due else None
        return later or other_mailing(sheet, due, "nothing more from you")

    def ranked(_player: str, mailing: str, sheets: Sequence[Sheet]) -> list[RankedSheet]:
        one_text = [(1, sheet) for sheet in sheets]
        return read_sheets(game, view, options, mailing, one_text, sealed="seal" in packet)

    return game, lambda sheets: _each(sheets, place, ranked)


def _each(
    sheets: Sequence[Sheet],
    place: Callable[[Sheet], tuple[str, str] | Problem],
    ranked: Callable[[str, str, Sequence[Sheet]], list[RankedSheet]],
) -> list[tuple[Sheet, Reading | Problem]]:
    """What is to be said of each sheet, those of one player and mailing read together."""
    found: dict[int, tuple[Sheet, Reading | Problem]] = {}
    groups: dict[tuple[str, str], list[int]] = {}
    for at, sheet in enumerate(sheets):
        where = place(sheet)
        if isinstance(where, Problem):
            found[at] = (sheet, where)
        else:
            groups.setdefault(where, []).append(at)
    for (player, mailing), places in groups.items():
        together = ranked(player, mailing, [sheets[at] for at in places])
        found |= {at: (one.sheet, one.reading) for at, one in zip(places, together, strict=True)}
    return [found[at] for at in sorted(found)]
