"""Addresses of players and deadlines of stages, as a campaign's mail needs them."""

from collections.abc import Mapping, Sequence

from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import Dates, addresses_after, dates
from pbm.engine.context import GameState
from pbm.kit.records import Record
from pbm.storage.turn_folders import StoredStage
from pbm.turns.history import kept_at


class Now(Record):
    """Players' ``addresses`` and ``names`` by seat, and ``dates`` by stage due."""

    game_state: GameState
    addresses: Mapping[str, str]
    names: Mapping[str, str]
    dates: Mapping[str, Dates]

    @property
    def deadlines(self) -> dict[str, str]:
        """The deadline of each stage as people read it; "" for none."""
        return {mailing: said.text for mailing, said in self.dates.items()}


def now_of(campaign: Campaign, chain: Sequence[StoredStage], game_state: GameState) -> Now:
    """The state after these stages with the rulings kept since."""
    last = chain[-1].part
    addresses: Mapping[str, str] = dict(last.addresses)
    found: dict[str, Dates] = {}
    waited = {part.mailing: part for part in last.next}
    for mailing in game_state.due or (str(game_state.turn),):
        rulings = kept_at(campaign, game_state, mailing)
        addresses = addresses_after(addresses, rulings)
        if mailing in waited:
            found[mailing] = dates(waited[mailing], rulings)
    names = {seat.id: seat.name for seat in game_state.seats}
    return Now(game_state, addresses, names, found)
