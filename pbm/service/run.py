"""Run a campaign to its next stop and write the turn."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbm.campaign import inbox
from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.outbox import fill_all
from pbm.engine.context import GameState
from pbm.engine.rulings import Ruling
from pbm.engine.seats_and_dates import seats_and_dates
from pbm.engine.types import Question
from pbm.intake.readiness import Readiness, not_ready, readiness, told
from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.records import Record
from pbm.parallel.workers import workers
from pbm.service.beacon_values import beacon_for
from pbm.service.docket import docket_json, docket_rows
from pbm.service.run_times import after_the_run, behind_its_sheets, time_of_run
from pbm.sheets.received import Text
from pbm.storage.atomic_files import drop_folder, locked, put_file, put_folder
from pbm.storage.turn_folders import TURNS, StoredStage, digest, free_name, in_force
from pbm.storage.turn_toml import BEACON_FILE, REPORTS, RULINGS_FILE, TURN_FILE
from pbm.turns.assemble import draft, print_pages
from pbm.turns.history import game_state_after, held_stages, verify
from pbm.turns.play import Given, Played, play, read_rulings, remarks, voided
from pbm.turns.published_log import published_in
from pbm.turns.stage_draft import Before, MadeStage, Marks, before_of
from pbm.turns.submissions import words_of


class Ran(Record):
    """The result of a run. ``folder`` is None for a dry run and a stop at the docket.

    ``files`` are each player's pages (the GM's book under ``gm``); ``missing`` the players without
    a sheet; ``next`` the stages that are due now; ``lines`` the words for the game master.
    """

    mailing: str
    folder: Path | None
    next: tuple[str, ...]
    result: str
    missing: tuple[str, ...]
    docket: tuple[dict[str, Any], ...]
    files: dict[str, tuple[Path, ...]]
    lines: tuple[str, ...]


class How(Record, kw_only=True):
    """The options of a run.

    ``missing_ok`` runs although a player sent no sheet; else Faults name the players missing.
    ``go_on`` runs although notes have no answer, or a ruling changes nothing. ``fresh`` counts
    sheets that came after the turn stopped at the docket. ``dry`` writes nothing; without ``pdfs``
    no PDFs are made, and ``report`` makes them later.
    """

    missing_ok: bool = False
    go_on: bool = False
    fresh: bool = False
    dry: bool = False
    pdfs: bool = True


DEFAULTS = How()


class NothingToRun(Faults):
    """Raised if there is nothing to run: the game is over, or the campaign paused."""


class ReadyStage(Record):
    """A stage that may be run: all inputs read and checked, nothing written.

    ``folder`` is the name of its folder; ``held`` are texts that came while the docket was open
    and shall count after all.
    """

    campaign: Campaign
    game_state: GameState
    given: Given
    earlier: tuple[Played, ...]
    script_name: str
    before: Before
    when: str
    folder: str
    revision: int
    asked: tuple[Question, ...]
    players: tuple[Readiness, ...]
    newer: tuple[Text, ...]
    held: tuple[inbox.InboxEntry, ...]
    how: How


class StageOutcome(Record):
    """A stage that was played: a folder to write, or a stop at the docket.

    ``remarks`` are those on its rulings, by their ids.
    """

    mailing: str
    turn: int
    due: tuple[str, ...]
    result: str
    names: Mapping[str, str]
    docket: tuple[Question, ...] = ()
    stopped: str = ""
    rows: tuple[dict[str, Any], ...] = ()
    made: MadeStage | None = None
    remarks: Mapping[str, str] = {}


def run_turn(
    campaign: Campaign,
    mailing: str | None = None,
    *,
    how: How = DEFAULTS,
    dice_script: tuple[str, bytes] | None = None,
    beacon: str = "",
    jobs: int = 1,
    at: str | None = None,
    progress: Progress = quiet,
) -> Ran:
    """Run a campaign to its next stop; write the turn, its reports and the outbox.

    ``mailing`` names a stage, and is needed only where several are due. ``dice_script`` is (name,
    bytes) of real dice, ``beacon`` the public value that sealed dice take in. A turn that stops at
    a question is not written: ``folder`` is None and ``docket`` lists the questions. Faults name
    the players missing, unless `How` allows that. CampaignFault if stored files were altered, the
    clock is behind the last turn, or another run is under way.
    """
    with nullcontext() if how.dry else locked(campaign.folder), workers(jobs):
        ready = made_ready(
            campaign,
            mailing,
            how=how,
            dice_script=dice_script,
            beacon=beacon,
            at=at,
            progress=progress,
        )
        return written(ready, carried_out(ready, jobs=jobs, progress=progress))


def made_ready(
    campaign: Campaign,
    mailing: str | None = None,
    *,
    how: How,
    dice_script: tuple[str, bytes] | None = None,
    beacon: str = "",
    at: str | None = None,
    progress: Progress = quiet,
) -> ReadyStage:
    """Read all that a run needs, under the campaign's lock; Faults if it cannot run."""
    root = campaign.folder
    chain = in_force(root)
    verify(campaign, chain, note=not how.dry)
    when = time_of_run(chain, at)
    game_state = game_state_after(campaign, chain, progress)
    name = due_mailing(game_state, mailing)
    found = inbox.entries(root, name)
    kept = inbox.kept_rulings(root, name)
    rulings = partial(read_rulings, campaign, game_state, kept, RULINGS_FILE)
    given = Given(
        name,
        tuple(inbox.text_of(entry) for entry in inbox.counting(found, how.fresh)),
        kept,
        dice_script[1] if dice_script else None,
        how.go_on,
        inbox.refused_of(found, how.fresh),
        "" if dice_script else beacon_for(campaign, name, beacon, chain[-1].part.next, rulings),
    )
    newer = after_the_run(given, when)
    if newer and at is None:
        raise CampaignFault(behind_its_sheets(newer, when))
    _not_paused(rulings())
    players = readiness_of(campaign, game_state, given)
    if not how.missing_ok and not all(one.is_ready for one in players):
        raise Faults(*(not_ready(name, one) for one in players if not one.is_ready))
    folder, revision = free_name(root, name)
    return ReadyStage(
        campaign,
        game_state,
        given,
        held_stages(campaign, chain, game_state),
        dice_script[0] if dice_script else "dice.txt",
        replace(before_of(chain[-1]), published=published_in(campaign)),
        when,
        folder,
        revision,
        open_items(root, name),
        players,
        newer,
        tuple(entry for entry in found if how.fresh and entry.part.is_closed),
        how,
    )


def carried_out(ready: ReadyStage, *, jobs: int = 1, progress: Progress = quiet) -> StageOutcome:
    """Play and print a stage: a function of its inputs, the same on any machine.

    Faults for rulings or dice that cannot be used.
    """
    campaign, mailing = ready.campaign, ready.given.mailing
    played = play(
        campaign,
        ready.game_state,
        ready.given,
        earlier=ready.earlier,
        script_name=ready.script_name,
        progress=progress,
    )
    after = played.stage.game_state
    if after is None:
        docket = tuple(played.stage.docket)
        rows = docket_json(docket_rows(mailing, docket, played.rulings, ready.game_state.seats))
        stopped = played.stage.stopped
        now = ready.game_state
        return StageOutcome(mailing, now.turn, now.due, "", {}, docket, stopped, tuple(rows))
    if (void := voided(played)) and not ready.how.go_on:
        raise Faults(*(replace(one, outcome="Nothing was run") for one in void))
    names, said = {seat.id: seat.name for seat in after.seats}, remarks(played)
    carried = StageOutcome(mailing, after.turn, after.due, after.result, names, remarks=said)
    if ready.how.dry:
        return carried
    marks = Marks(revision=ready.revision)
    drafted = draft(campaign, played, ready.before, ready.when, marks=marks, docket=ready.asked)
    made = print_pages(campaign, drafted, pdfs=ready.how.pdfs, jobs=jobs, progress=progress)
    return replace(carried, made=made)


def written(ready: ReadyStage, carried: StageOutcome) -> Ran:
    """Write a stage that was played, under the campaign's lock, and say so."""
    campaign, mailing = ready.campaign, carried.mailing
    if carried.docket:
        if not ready.how.dry:
            _hold(ready, carried)
        return _stopped(carried)
    if carried.made is None:
        return _warned(_dry(carried, ready.players), ready, carried)
    folder = campaign.folder / TURNS / ready.folder
    put_folder(folder, carried.made.files)
    record = carried.made.files[TURN_FILE]
    fill_all(campaign, StoredStage(folder, carried.made.part, digest(record)))
    drop_folder(inbox.open_folder(campaign.folder, mailing))
    done = _done(folder, carried.made, carried, ready.players)
    return _warned(done, ready, carried)


def _warned(ran: Ran, ready: ReadyStage, carried: StageOutcome) -> Ran:
    """Add lines on sheets whose stored time is after the run, and remarks on rulings."""
    said = [
        f"Check the times: {text.name} of {text.player} came at {text.received}, "
        f"after this run at {ready.when}."
        for text in ready.newer
    ]
    said += [f"{id} {remark}." for id, remark in carried.remarks.items()]
    return replace(ran, lines=(*ran.lines, *said)) if said else ran


def due_mailing(game_state: GameState, wanted: str | None) -> str:
    """Choose the stage to run; Faults if it is not due, or none of several is named."""
    if game_state.result:
        raise NothingToRun.illegal("the game is over", reason=game_state.result)
    if not game_state.due:
        name = str(game_state.turn)
        if wanted in (None, name):
            return name
    elif wanted is None and len(game_state.due) == 1:
        return game_state.due[0]
    elif wanted in game_state.due and wanted is not None:
        return wanted
    due = ", ".join(game_state.due) or str(game_state.turn)
    if wanted is None:
        raise Faults.invalid(
            "several stages are due",
            reason=f"the stages are {due}",
            remedy=f"Name one with --stage, for example --stage {game_state.due[0]}",
        )
    raise Faults.invalid(f"turn {wanted} is not due", reason=f"the turn due is {due}")


def readiness_of(campaign: Campaign, game_state: GameState, given: Given) -> tuple[Readiness, ...]:
    """Tell whether each player is ready for the stage that is to be run."""
    words = words_of(campaign, game_state, given.mailing, given.texts) if game_state.due else {}
    return readiness(campaign, game_state, given.mailing, words)


def open_items(root: Path, mailing: str) -> tuple[Question, ...]:
    """List the questions at which a stage stopped."""
    part = inbox.open_part(root, mailing)
    return tuple(map(inbox.item_of, part.items)) if part else ()


def _not_paused(rulings: Sequence[Ruling]) -> None:
    if seats_and_dates(rulings).paused:
        raise NothingToRun.illegal(
            "the campaign is paused",
            reason=next(r.reason for r in reversed(rulings) if r.verb == "pause"),
            remedy="To go on, keep the ruling  resume because ...  with pbm rule",
        )


def _hold(ready: ReadyStage, carried: StageOutcome) -> None:
    """Keep the questions of the docket; sheets that come from now on are late."""
    folder = inbox.open_folder(ready.campaign.folder, carried.mailing)
    items = {item.id: item for item in (*ready.asked, *carried.docket)}
    data = inbox.open_bytes(carried.mailing, ready.when, carried.stopped, list(items.values()))
    if folder.exists():
        put_file(folder / inbox.OPEN_FILE, data)
    else:
        # The public value stays: its dice are known once a turn has stopped.
        kept = f"{ready.given.beacon}\n".encode()
        put_folder(
            folder, {inbox.OPEN_FILE: data} | ({BEACON_FILE: kept} if ready.given.beacon else {})
        )
    for entry in ready.held:
        part = replace(entry.part, accepted=True, refused="")
        put_file(entry.path.with_suffix(".toml"), inbox.entry_bytes(part))


def _stopped(carried: StageOutcome) -> Ran:
    mailing = carried.mailing
    questions = [f"  {row['id']}  {row['question']}" for row in carried.rows]
    lines = (
        f"Turn {mailing} waits for your answers before {carried.stopped}:",
        *questions,
        f"Answer with pbm rule, then run again. No more sheets for turn {mailing} are taken.",
    )
    return Ran(mailing, None, carried.due, "", (), carried.rows, {}, lines)


def _dry(carried: StageOutcome, players: Sequence[Readiness]) -> Ran:
    missing = _missing(players)
    lines = (
        f"Turn {carried.mailing} can be run. Nothing was written.",
        *(line for one in players if (line := told(one))),
        _what_next(carried),
    )
    return Ran(carried.mailing, None, carried.due, carried.result, missing, (), {}, lines)


def _done(
    folder: Path, made: MadeStage, carried: StageOutcome, players: Sequence[Readiness]
) -> Ran:
    files: dict[str, list[Path]] = {}
    for name in sorted(made.files):
        head, _, rest = name.partition("/")
        if head == REPORTS:
            files.setdefault(rest.partition("/")[0], []).append(folder / name)
        elif head == "gm":
            files.setdefault("gm", []).append(folder / name)
    lines = [f"Turn {made.part.mailing} is written to {folder}."]
    lines += [line for one in players if (line := told(one))]
    lines += [
        f"  {carried.names.get(player, 'game master')}: {path}"
        for player, paths in files.items()
        for path in paths
        if path.suffix == ".pdf"
    ]
    return Ran(
        made.part.mailing,
        folder,
        carried.due,
        carried.result,
        _missing(players),
        (),
        {player: tuple(paths) for player, paths in files.items()},
        (*lines, _what_next(carried)),
    )


def _missing(players: Sequence[Readiness]) -> tuple[str, ...]:
    return tuple(one.name for one in players if one.state in ("missing", "absent", "vacant"))


def _what_next(carried: StageOutcome) -> str:
    if carried.result:
        return f"The game is over: {carried.result}."
    return f"Orders for turn {', '.join(carried.due) or carried.turn} are due."
