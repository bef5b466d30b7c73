"""Check a sheet without submitting it, against a campaign or a player's packet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.types import Reading, seat_of
from pbm.intake.address import head_example
from pbm.intake.early_sheets import ahead
from pbm.intake.read_text import read_text
from pbm.intake.refusals import (
    being_run,
    no_such_player,
    nothing_due,
    other_campaign,
    other_mailing,
)
from pbm.kit.problems import Problem, illegal, render_all
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.packets.build import turn_of
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import ANY_HEAD, ANY_KINDS, HeadExample, SheetKind
from pbm.turns.receipt import envelope, findings
from pbm.turns.sheet_ranking import RankedSheet
from pbm.turns.submissions import is_mailing, read_sheets, submissions_of

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign


class Checked(Record):
    """The findings for one sheet, or (``sheet`` None) for a text as a whole."""

    sheet: Sheet | None
    findings: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return not any(problem.is_error for problem in self.problems)


# From the sheets of a text to the reading or problem of each, in order.
Read = Callable[[Sequence[Sheet]], "list[tuple[Sheet, Reading | Problem]]"]


def check_sheet(
    data: bytes, file: str, *, campaign: Campaign | None = None, packet: bytes | None = None
) -> list[Checked]:
    """The receipt that a text would get, by a campaign or a player's packet.json.

    Stores nothing. One record for each sheet in the text: ``findings`` are the receipt's very
    bytes, ``problems`` what is wrong, ``ok`` True if there is no error. Without campaign and
    packet only envelopes are checked. Raises Faults for a broken packet.
    """
    read: Read | None = None
    kinds: Sequence[SheetKind] = ANY_KINDS
    example = ANY_HEAD
    if campaign is not None:
        read, example = _by_campaign(campaign)
        kinds = campaign.ruleset.all_kinds
    elif packet is not None:
        game, read, example = _by_packet(packet)
        kinds = game.all_kinds
    _text, found = read_text(data, file, kinds, example)
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


def _by_campaign(campaign: Campaign) -> tuple[Read, HeadExample]:
    # Players check against their packet; the imports for a campaign on disk take long.
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
        over = seat.closed or bool(game_state.result)
        later = None if over else ahead(sheet, game_state.turn, due_now)
        return later or other_mailing(sheet, due_now, nothing_due(game_state))

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

    return lambda sheets: _each(sheets, place, ranked), head_example(campaign, game_state)


def _by_packet(data: bytes) -> tuple[Ruleset, Read, HeadExample]:
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
                reason=f"the packet belongs to {player['name']}",
                outcome="It was not used",
                remedy="Correct its first line, or give that player's packet",
            )
        for one in due:
            if is_mailing(sheet, one):
                return player["id"], one
        later = ahead(sheet, turn_of(due[0]), due) if due else None
        return later or other_mailing(sheet, due, "no more orders of yours are due")

    def ranked(_player: str, mailing: str, sheets: Sequence[Sheet]) -> list[RankedSheet]:
        one_text = [(1, sheet) for sheet in sheets]
        return read_sheets(game, view, options, mailing, one_text, sealed="seal" in packet)

    example = HeadExample(packet["campaign"], player=player["name"])
    if packet["next"]:
        example = replace(example, turn=str(turn_of(due[0])), kind=packet["next"][0]["kind"])
    return game, lambda sheets: _each(sheets, place, ranked), example


def _each(
    sheets: Sequence[Sheet],
    place: Callable[[Sheet], tuple[str, str] | Problem],
    ranked: Callable[[str, str, Sequence[Sheet]], list[RankedSheet]],
) -> list[tuple[Sheet, Reading | Problem]]:
    """The reading or problem of each sheet; those of a player and stage together."""
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
