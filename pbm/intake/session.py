"""The campaign at a submission, and the player and turn of each sheet."""

from __future__ import annotations

import msgspec
from msgspec import Struct, field

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import (
    InboxEntry,
    counting,
    entries,
    mailing_folder,
    next_number,
    standing,
    text_of,
)
from pbm.engine.context import GameState
from pbm.engine.events import canonical
from pbm.engine.types import seat_of
from pbm.intake.address import Place, head_example
from pbm.intake.early_sheets import later_mailing
from pbm.intake.refusals import no_such_player, nothing_due, other_campaign, other_mailing
from pbm.kit.environment import engine
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.envelope import FoundSheets, Sheet
from pbm.sheets.kinds import HeadExample
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage, digest
from pbm.turns.due import is_of_all, waited_for
from pbm.turns.history import game_state_after
from pbm.turns.submissions import Memory, is_mailing


class Earlier(Struct):
    """The texts of one player for one stage, as far as this session stored or read them.

    ``is_whole``: all are there; else only those that a later text is judged by. ``basis`` is the
    hash of what they are read by, "" for a stage that is not due; ``number`` is the next text's.
    """

    entries: list[InboxEntry]
    is_whole: bool
    basis: str
    number: int
    texts: dict[int, Text] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)

    @property
    def counting(self) -> list[Text]:
        """The texts that count."""
        for entry in counting(self.entries):
            if entry.number not in self.texts:
                self.texts[entry.number] = text_of(entry)
        return [self.texts[entry.number] for entry in counting(self.entries)]


class IntakeSession(Record):
    """The campaign, its stored stages and its game state at a submission.

    ``known`` are texts of players for stages: the session is under the campaign's lock, so each
    is read once, however many come.
    """

    campaign: Campaign
    chain: tuple[StoredStage, ...]
    game_state: GameState
    received: str
    late: bool = False
    known: dict[tuple[str, str], Earlier] = msgspec.field(default_factory=dict)

    def earlier(self, player: str, mailing: str, *, whole: bool) -> Earlier:
        """The texts of a player for a stage that were stored before.

        All of them, or (``whole`` False) those by which a later one is judged.
        """
        root = self.campaign.folder
        if (player, mailing) not in self.known:
            basis = self.basis(mailing)
            named = standing(root, mailing, player, basis) if basis and not whole else None
            found = entries(root, mailing, player) if named is None else named
            number = next_number(mailing_folder(root, mailing) / player)
            self.known[player, mailing] = Earlier(found, named is None, basis, number)
        known = self.known[player, mailing]
        if whole and not known.is_whole:
            known.entries, known.is_whole = entries(root, mailing, player), True
        return known

    def basis(self, mailing: str) -> str:
        """See `basis_of`."""
        return basis_of(self.campaign, self.game_state, mailing, self.chain[-1].digest)

    @property
    def example(self) -> HeadExample:
        """The head of a sheet that messages show."""
        return head_example(self.campaign, self.game_state)


def basis_of(campaign: Campaign, game_state: GameState, mailing: str, head: str) -> str:
    """The hash of what texts for a stage that is due are read by; "" for another stage.

    ``head`` is the digest of the stage after which the game state stands.
    """
    if mailing not in game_state.due:
        return ""
    options = sorted(campaign.options.items())
    return digest(canonical([head, options, engine()]).encode())


def sorted_out(
    session: IntakeSession, found: FoundSheets
) -> tuple[dict[Place, list[Sheet]], list[tuple[Sheet, Problem]]]:
    """The sheets of a text by player and stage, and refused ones with their problem."""
    groups: dict[Place, list[Sheet]] = {}
    refused: list[tuple[Sheet, Problem]] = []
    for sheet in found.sheets:
        place = place_of(session, sheet)
        if isinstance(place, Problem):
            refused.append((sheet, place))
        else:
            groups.setdefault(place, []).append(sheet)
    return groups, refused


def place_of(session: IntakeSession, sheet: Sheet) -> Place | Problem:
    """The player and stage of a sheet, or the problem of one that has none here."""
    if folded(sheet.campaign) != folded(session.campaign.name):
        return other_campaign(sheet, session.campaign.name)
    seat = seat_of(session.game_state.seats, sheet.player)
    if seat is None:
        return no_such_player(sheet, session.campaign.ruleset, session.game_state.seats)
    known = [*session.game_state.due, *(stage.label for stage in session.chain[1:])]
    for mailing in known:
        if is_mailing(sheet, mailing) and _knows_of(session, seat.id, mailing):
            return Place(seat.id, mailing)
    later = later_mailing(sheet.mailing, known, session.game_state)
    if later and not seat.closed and _is_taken(session, sheet.kind, later):
        return Place(seat.id, later, early=True)
    due = waited_for(session.campaign, session.game_state, seat)
    return other_mailing(sheet, due, nothing_due(session.game_state))


def _is_taken(session: IntakeSession, kind: str, mailing: str) -> bool:
    """True for a kind of sheet that a stage to come takes, as far as can be known."""
    kinds = (one for one in session.campaign.ruleset.all_kinds if one.name == kind)
    return any(one.taken(mailing) for one in kinds)


def _knows_of(session: IntakeSession, player: str, mailing: str) -> bool:
    """True if a player was asked for a sheet for this mailing; for turns, always."""
    if is_of_all(mailing):
        return True
    due = mailing in session.game_state.due
    game_state = session.game_state if due else game_state_before(session, mailing)
    return session.campaign.ruleset.awaits(game_state.state, player, mailing)


def game_state_before(session: IntakeSession, mailing: str) -> GameState:
    """The game state from which a stored stage began."""
    place = [stage.label for stage in session.chain].index(mailing)
    return game_state_after(session.campaign, session.chain[:place])
