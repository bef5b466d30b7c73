"""The people of a campaign: their positions, addresses and absences."""

from pbm.campaign.absences import absent, set_absence
from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import addresses_after
from pbm.campaign.inbox import kept_rulings
from pbm.engine.ruling_parser import parse_rulings
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import in_force
from pbm.storage.turn_toml import RULINGS_FILE
from pbm.turns.history import game_state_after
from pbm.turns.play import phases_to_come, the_seat


class Person(Record):
    """A seat with its player: ``absent`` until that turn, 0 for not; ``closed`` for good."""

    id: str
    name: str
    side: str
    address: str
    absent: int
    closed: bool


def people(campaign: Campaign) -> tuple[Person, ...]:
    """List the seats as they are now, with the rulings kept for the turn that is due."""
    chain = in_force(campaign.folder)
    game_state = game_state_after(campaign, chain)
    addresses = dict(chain[-1].part.addresses)
    phases = phases_to_come(campaign, game_state)
    for mailing in game_state.due or (str(game_state.turn),):
        text = kept_rulings(campaign.folder, mailing).decode("utf-8", "replace")
        rulings = parse_rulings(text, RULINGS_FILE, game_state.seats, phases)[0]
        addresses = addresses_after(addresses, rulings)
    away = absent(campaign.folder)
    sides = {side.id: side.name for side in campaign.loaded.scenario.sides}
    return tuple(
        Person(
            seat.id,
            seat.name,
            sides.get(seat.side, seat.side),
            addresses.get(seat.id, ""),
            until if (until := away.get(seat.id, 0)) > game_state.turn else 0,
            seat.closed,
        )
        for seat in game_state.seats
    )


def note_absent(campaign: Campaign, player: str, until: int) -> None:
    """Expect no orders of a player before a turn; 0 ends the absence.

    Faults for an unknown player, and for a turn that is not still to come.
    """
    with locked(campaign.folder):
        game_state = game_state_after(campaign, in_force(campaign.folder))
        seat = the_seat(game_state.seats, player)
        if until and until <= game_state.turn:
            fault = f"{seat.name} cannot be absent until turn {until}"
            raise Faults.illegal(fault, reason=f"turn {game_state.turn} is due now")
        set_absence(campaign.folder, seat.id, until)
