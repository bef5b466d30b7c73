"""Check stored stages, read their inputs, and play them again."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from pbm.campaign.campaign import CAMPAIGN_FILE, SCENARIO_FILE, Campaign, Progress, quiet
from pbm.campaign.inbox import kept_rulings
from pbm.campaign.secrets import SECRET_FILE
from pbm.engine.context import GameState
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.rulings import Ruling
from pbm.engine.turn import begin
from pbm.kit.problems import PUT_BACK, CampaignFault, Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.packets.build import turn_of
from pbm.sheets.kinds import SETUP_MAILING
from pbm.sheets.received import RefusedText, Text
from pbm.storage.archive_format import is_packed, pack_faults
from pbm.storage.turn_folders import TURNS, StoredStage, all_stages, digest, in_force, stage_named
from pbm.storage.turn_toml import (
    BEACON_FILE,
    BOOK,
    DICE_FILE,
    NEW,
    REGENERABLE,
    REPORTS,
    RULINGS_FILE,
    STATE_FILE,
)
from pbm.storage.verified_cache import VerifiedCache
from pbm.turns.assemble import keys_mark, seed_mark
from pbm.turns.integrity import own_faults
from pbm.turns.play import Given, Played, carried_on, phases_to_come, play
from pbm.turns.state_file import game_state_bytes, read_game_state, settled

_REVISION = re.compile(r"(.+)\.r(\d{1,6})")


def is_regenerable(name: str) -> bool:
    """True for a file of a stage that can be made again from the stage's inputs."""
    return name.startswith(REGENERABLE)


def faults_of(stage: StoredStage, *, pages: bool = True) -> list[Problem]:
    """List files of a stage that differ from its turn.toml; ``pages``: reports too.

    A missing file that can be made again is not a fault.
    """
    found: list[Problem] = []
    for name, recorded in sorted(stage.part.files.items()):
        if not pages and name.startswith((f"{REPORTS}/", f"{BOOK}/")):
            continue
        where = f"{TURNS}/{stage.name}/{name}"
        data = stage.read(name)
        if data is None:
            if not is_regenerable(name):
                found.append(invalid(f"{where} is missing", remedy=PUT_BACK))
        elif digest(data) != recorded:
            found.append(
                invalid(
                    f"{where} was changed after it was written",
                    reason="its hash is not the recorded one",
                    remedy="Put it back from a copy, or delete it and let pbm report make it again"
                    if is_regenerable(name)
                    else PUT_BACK,
                )
            )
    return found


def verify_newest(chain: Sequence[StoredStage]) -> None:
    """Raise CampaignFault if the facts of the newest turn were changed.

    Its pages are not checked, so that ``status`` stays quick; `verify` checks all.
    """
    problems = faults_of(chain[-1], pages=False)
    if problems:
        raise CampaignFault(*problems)


def verify(campaign: Campaign, chain: Sequence[StoredStage], *, note: bool = False) -> None:
    """Raise CampaignFault that names every file that is not as recorded.

    Of an archived turn the pack is checked, and each file in it when it is read. A turn that was
    found whole before, and whose files are untouched since, is not read again. ``note`` keeps
    the result for the next time; the caller holds the campaign's lock.
    """
    known = VerifiedCache(campaign.folder)
    unread = [stage for stage in chain if not known.is_whole(stage)]
    looked = [known.look_at(stage) for stage in unread]
    problems = [
        problem
        for stage in unread
        for problem in (pack_faults(stage.folder) if is_packed(stage.folder) else faults_of(stage))
    ]
    problems += beginning_faults(campaign, chain[0])
    if problems:
        raise CampaignFault(*problems)
    if note:
        known.keep(looked)


def beginning_faults(campaign: Campaign, first: StoredStage) -> list[Problem]:
    """List changes of the campaign's own files since it began, by file."""
    found = [
        invalid(
            f"{CAMPAIGN_FILE} was changed: option {key} was {value} when the campaign began",
            reason=f"it is now {campaign.options.get(key, 'missing')}",
            remedy="Put the old value back; options cannot change during a campaign",
        )
        for key, value in first.part.options.items()
        if campaign.options.get(key) != value
    ]
    if (first.part.dice, first.part.key) != (campaign.part.dice, campaign.part.seal):
        fault = (
            f"{CAMPAIGN_FILE} was changed: the dice scheme or the seal differs from the beginning"
        )
        found.append(
            invalid(fault, reason="the first reports showed the players that one", remedy=PUT_BACK)
        )
    if not found:
        found += own_faults(campaign.folder, first.part.own, keys_mark(campaign))
    if not found and first.part.mark != seed_mark(campaign):
        # The mark depends on the name too; the recorded hashes tell whether that was changed.
        or_name = "" if first.part.own else f", or the name in {CAMPAIGN_FILE},"
        found.append(
            invalid(
                f"{SECRET_FILE}{or_name} was changed after the campaign began",
                reason="the seed in it is not that of the campaign",
                remedy=PUT_BACK,
            )
        )
    # A newer version of the rules may begin differently; it plays on from the stored state.
    same_rules = first.part.adjudication == campaign.ruleset.adjudication
    if not same_rules and first.read(STATE_FILE) is None:
        found.append(invalid(f"{TURNS}/{NEW}/{STATE_FILE} is missing", remedy=PUT_BACK))
    # What has the recorded hashes begins as it did; older campaigns have none.
    if same_rules and not found and not first.part.own:
        begun = game_state_bytes(begin_of(campaign))
        if digest(begun) != first.part.files.get(STATE_FILE):
            reason = "its players and the scenario do not lead to the stored beginning"
            fault = f"{CAMPAIGN_FILE} or {SCENARIO_FILE} was changed after the campaign began"
            found.append(invalid(fault, reason=reason, remedy=PUT_BACK))
    return found


def begin_of(campaign: Campaign) -> GameState:
    """Make the game state before set-up from the campaign's own files."""
    begun = begin(
        campaign.ruleset, campaign.loaded.scenario, campaign.seats, campaign.options, campaign.ids
    )
    if campaign.is_sealed and not begun.due:
        # Where nobody has a choice at set-up, players may still give a phrase.
        begun = replace(begun, due=(SETUP_MAILING,))
    return settled(campaign.ruleset, begun)


def given_of(stage: StoredStage) -> Given:
    """Read the inputs of a stored stage; CampaignFault for one missing or altered."""
    problems = [
        problem
        for problem in faults_of(stage)
        if not is_regenerable(problem.fault.split(" ")[0].split("/", 2)[2])
    ]
    if problems:
        raise CampaignFault(*problems)
    part = stage.part
    return Given(
        part.mailing,
        tuple(
            Text(
                sheet.player,
                sheet.number,
                sheet.received,
                sheet.name,
                stage.read(sheet.file) or b"",
                sheet.late,
                sheet.sent,
            )
            for sheet in part.sheets
        ),
        stage.read(RULINGS_FILE) or b"",
        stage.read(DICE_FILE),
        part.go_on,
        tuple(RefusedText(one.player, one.received, one.name, one.reason) for one in part.refused),
        (stage.read(BEACON_FILE) or b"").decode().rstrip("\n"),
    )


def chain_to(root: Path, turn: str) -> list[StoredStage]:
    """The stages up to a turn in force, or up to an earlier revision of it (``3.r1``)."""
    chain = in_force(root)
    named = _REVISION.fullmatch(turn.strip())
    if named is None:
        return chain[: chain.index(stage_named(chain, turn)) + 1]
    label = stage_named(chain, named[1]).label
    stages = all_stages(root)
    revisions = {one.head.revision: one for one in stages if one.label == label}
    found = revisions.get(int(named[2]))
    if found is None:
        there = ", ".join(f"{label}.r{number}" for number in sorted(revisions))
        raise Faults.invalid(f"turn {turn} was not run", reason=f"revisions of it: {there}")
    before = {one.digest: one for one in stages}
    back = [found]
    while back[-1].head.previous:
        back.append(before[back[-1].head.previous])
    return back[::-1]


class Again(Record):
    """A stored stage played again: the game state it began with, and the new result."""

    stage: StoredStage
    before: GameState
    played: Played


def played_again(
    campaign: Campaign, chain: Sequence[StoredStage], progress: Progress = quiet
) -> Iterator[Again]:
    """Play every stage after ``new`` again; CampaignFault where one cannot be played."""
    game_state = stored_game_state(campaign, chain[0]) or begin_of(campaign)
    earlier: tuple[Played, ...] = ()
    for done, stage in enumerate(chain[1:], 1):
        progress(f"turn {stage.label}", done - 1, len(chain) - 1)
        played = play_stored(campaign, game_state, stage, earlier)
        yield Again(stage, game_state, played)
        assert played.stage.game_state is not None
        game_state, earlier = played.stage.game_state, carried_on(campaign, played)
    progress("turns", len(chain) - 1, len(chain) - 1)


def played_last(
    campaign: Campaign, chain: Sequence[StoredStage], progress: Progress = quiet
) -> Played:
    """Play the last of these stages again, from the stored game state before it."""
    before = game_state_after(campaign, chain[:-1], progress)
    return play_stored(campaign, before, chain[-1], held_stages(campaign, chain[:-1], before))


def held_stages(
    campaign: Campaign, chain: Sequence[StoredStage], after: GameState
) -> tuple[Played, ...]:
    """Play again the stages at the end of a chain, before ``after``, still to be reported."""
    last = chain[-1]
    if campaign.ruleset.held(after.state, last.label) is None:
        return ()
    turn = turn_of(last.label)
    first = next(
        place for place, stage in enumerate(chain) if place and turn_of(stage.label) == turn
    )
    game_state = game_state_after(campaign, chain[:first])
    earlier: tuple[Played, ...] = ()
    for stage in chain[first:]:
        played = play_stored(campaign, game_state, stage, earlier)
        assert played.stage.game_state is not None
        game_state, earlier = played.stage.game_state, carried_on(campaign, played)
    return earlier


def play_stored(
    campaign: Campaign, game_state: GameState, stage: StoredStage, earlier: tuple[Played, ...] = ()
) -> Played:
    """Play a stored stage from its inputs; CampaignFault if it does not finish."""
    try:
        played = play(campaign, game_state, given_of(stage), earlier=earlier)
    except CampaignFault:
        raise
    except Faults as faults:
        raise CampaignFault(
            _no_longer(stage, "its inputs no longer fit"), *faults.problems
        ) from None
    if played.stage.game_state is None:
        raise CampaignFault(_no_longer(stage, "it stops at a question that it did not have then"))
    return played


def _no_longer(stage: StoredStage, why: str) -> Problem:
    return invalid(
        f"{TURNS}/{stage.name} can no longer be played from its sheets",
        reason=why,
        remedy="pbm replay compares everything",
    )


def kept_at(campaign: Campaign, game_state: GameState, mailing: str) -> list[Ruling]:
    """Read the rulings kept for a stage, as far as they can be read."""
    text = kept_rulings(campaign.folder, mailing).decode("utf-8", "replace")
    if not text:
        return []
    phases = phases_to_come(campaign, game_state)
    return parse_rulings(text, RULINGS_FILE, game_state.seats, phases)[0]


def game_state_after(
    campaign: Campaign, chain: Sequence[StoredStage], progress: Progress = quiet
) -> GameState:
    """Give the game state after these stages: read, or made again where it is missing."""
    first = len(chain) - 1
    game_state = stored_game_state(campaign, chain[first])
    while game_state is None:
        if first == 0:
            game_state = begin_of(campaign)
            break
        first -= 1
        game_state = stored_game_state(campaign, chain[first])
    for done, stage in enumerate(chain[first + 1 :], 1):
        played = play_stored(campaign, game_state, stage)
        assert played.stage.game_state is not None
        game_state = played.stage.game_state
        progress("turns", done, len(chain) - first - 1)
    return game_state


def stored_game_state(campaign: Campaign, stage: StoredStage) -> GameState | None:
    """Read a stage's game state; None if missing, CampaignFault if altered."""
    data = stage.read(STATE_FILE)
    if data is None:
        return None
    name = f"{TURNS}/{stage.name}/{STATE_FILE}"
    if digest(data) != stage.part.files.get(STATE_FILE):
        raise CampaignFault.invalid(
            f"{name} was changed after it was written", remedy="Put it back from a copy"
        )
    return read_game_state(campaign.ruleset, data, name)
