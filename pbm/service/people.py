"""The people of a campaign: their positions, addresses and absences."""

from pbm.campaign.absences import absent, set_absence
from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import addresses_after
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after, kept_at
from pbm.turns.play import the_seat


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
    for mailing in game_state.due or (str(game_state.turn),):
        addresses = addresses_after(addresses, kept_at(campaign, game_state, mailing))
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
