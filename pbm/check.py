"""What a receipt would say about a sheet: for a player by his packet, for the game master."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbm.campaign import Campaign
from pbm.games import ruleset
from pbm.history import standing_after
from pbm.legs import in_force
from pbm.normalise import folded
from pbm.packet_form import read_packet
from pbm.play import is_mailing, seat_of
from pbm.problem import Problem, illegal, render_all
from pbm.receipt import envelope, findings
from pbm.ruleset import Reading
from pbm.sheet import FREE_KINDS, Sheet, find_sheets


@dataclass(frozen=True, slots=True)
class Checked:
    """What is to be said of one sheet, or (``sheet`` None) of a text as a whole."""

    sheet: Sheet | None
    findings: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """True without an error."""
        return not any(problem.is_error for problem in self.problems)


Read = Callable[[Sheet], Reading | Problem]


def check_sheet(
    data: bytes, file: str, *, campaign: Campaign | None = None, packet: bytes | None = None
) -> list[Checked]:
    """See `pbm.process.check_sheet`."""
    read: Read | None = None
    if campaign is not None:
        read = _by_campaign(campaign)
    elif packet is not None:
        read = _by_packet(packet)
    found = find_sheets(data, file)
    checked: list[Checked] = []
    if found.problems:
        checked.append(Checked(None, render_all(found.problems) + "\n", found.problems))
    for sheet in found.sheets:
        if read is None:
            checked.append(Checked(sheet, envelope(sheet), sheet.remarks))
            continue
        reading = read(sheet)
        if isinstance(reading, Problem):
            problems: tuple[Problem, ...] = (*sheet.remarks, reading)
            checked.append(Checked(sheet, render_all(problems) + "\n", problems))
        else:
            problems = (*sheet.remarks, *reading.problems)
            checked.append(Checked(sheet, findings(sheet, reading), problems))
    return checked


def _by_campaign(campaign: Campaign) -> Read:
    standing = standing_after(campaign, in_force(campaign.folder))

    def read(sheet: Sheet) -> Reading | Problem:
        seat = seat_of(standing.seats, sheet.player)
        if folded(sheet.campaign) != folded(campaign.name):
            return other_campaign(sheet, campaign.name)
        if seat is None:
            return no_such_player(sheet, [seat.name for seat in standing.seats])
        if not any(is_mailing(sheet, due) for due in standing.due):
            return other_mailing(sheet, standing.due)
        known = campaign.ruleset.known(standing.state, seat.id, standing.seats, campaign.options)
        if sheet.kind in FREE_KINDS:
            return Reading(None)
        return campaign.ruleset.read(sheet, known, campaign.options)

    return read


def _by_packet(data: bytes) -> Read:
    packet = read_packet(data, "packet.json")
    game = ruleset(packet["game"])
    player, known = packet["player"], packet["known"]
    options = {option["key"]: option["value"] for option in packet["options"]}
    due = tuple(part["mailing"] for part in packet["next"])
    own = (folded(player["id"]), folded(player["name"]))

    def read(sheet: Sheet) -> Reading | Problem:
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
        if not any(is_mailing(sheet, one) for one in due):
            return other_mailing(sheet, due)
        if sheet.kind in FREE_KINDS:
            return Reading(None)
        return game.read(sheet, known, options)

    return read


def other_campaign(sheet: Sheet, name: str) -> Problem:
    """The sheet's head names another campaign."""
    return illegal(
        f'this sheet is for "{sheet.campaign}"',
        sheet.span,
        reason=f'the campaign here is "{name}"',
        outcome="It was not used",
        remedy="Send it to its own campaign, or correct its first line",
    )


def no_such_player(sheet: Sheet, names: list[str]) -> Problem:
    """The sheet's head names nobody of this campaign."""
    return illegal(
        f'"{sheet.player}" has no place in this campaign',
        sheet.span,
        reason=f"sheets are for {', '.join(names)}",
        outcome="It was not used",
        remedy="Correct its first line",
    )


def other_mailing(sheet: Sheet, due: tuple[str, ...]) -> Problem:
    """The sheet is for a turn that is not waited for."""
    waits = f"turn {' and turn '.join(due)}" if due else "nothing: the game is over"
    return illegal(
        f"this sheet is for turn {sheet.mailing}",
        sheet.span,
        reason=f"the campaign waits for {waits}",
        outcome="It was not used",
        remedy="Look at your newest report and send a sheet for its turn" if due else "",
    )
