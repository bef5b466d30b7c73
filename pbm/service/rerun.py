"""Run a turn and all later ones again: revisions, and corrected reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.inbox import counting, entries, kept_rulings, text_of
from pbm.campaign.outbox import fill
from pbm.engine.types import Question, Seat
from pbm.kit.english import listed
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets.correction import correction_lines
from pbm.parallel.workers import workers
from pbm.service.corrections import StagePair, Worlds, drafted_again, is_due, state_after
from pbm.service.docket import docket_json, docket_rows
from pbm.service.run_times import time_of_run
from pbm.storage.atomic_files import drop_folder, locked, put_folder
from pbm.storage.turn_folders import (
    TURNS,
    StoredStage,
    all_stages,
    free_name,
    in_force,
    pdfs_of,
    stage_named,
)
from pbm.storage.turn_toml import NEW
from pbm.turns.assemble import print_pages
from pbm.turns.history import game_state_after, given_of, held_stages, play_stored, verify
from pbm.turns.play import Given, Played, carried_on, play, remarks, voided
from pbm.turns.stage_draft import Marks, before_of
from pbm.turns.submissions import SelectedSheet


class RerunResult(Record):
    """The result of a rerun, or of its preview.

    ``changes`` maps a player's name to the differences in their reports, ``illegal`` lists order
    lines that are no longer allowed, ``stopped`` is the turn that the docket now holds.
    """

    folders: tuple[Path, ...]
    changes: Mapping[str, str]
    illegal: tuple[str, ...]
    stopped: str
    docket: tuple[dict[str, Any], ...]
    lines: tuple[str, ...]


def rerun(
    campaign: Campaign,
    turn: str,
    *,
    preview: bool = False,
    more: bytes = b"",
    pdfs: bool = True,
    jobs: int = 1,
    at: str | None = None,
    progress: Progress = quiet,
) -> RerunResult:
    """Run a turn and all later ones again, with the rulings and late sheets since.

    ``changes`` maps each player whose report changes to its differences, turn by turn;
    ``illegal`` lists orders that were legal and no longer are (they go on the docket);
    ``more`` are rulings on the turn that a preview tries and nobody has kept yet;
    ``folders`` the new revisions, empty with ``preview``, which writes nothing. Only changed
    reports go to the outbox, marked as corrected. ``docket`` is not empty where a later turn
    now stops at a question: that turn is open again.
    """
    with locked(campaign.folder), workers(jobs):
        chain = in_force(campaign.folder)
        verify(campaign, chain)
        stage = stage_named(chain, turn)
        if stage.name == NEW:
            raise Faults.invalid("new cannot be run again", remedy="Begin with turn 0")
        when = chain[-1].head.run_at if preview else time_of_run(chain, at)
        place = chain.index(stage)
        if not more and all(given_of(one) == given_now(campaign, one) for one in chain[place:]):
            said = (f"Nothing to run again: no ruling and no late sheet came since turn {turn}.",)
            return RerunResult((), {}, (), "", (), said)
        writing = _Writing(
            campaign, chain[place - 1], chain[place:], when, preview, pdfs, jobs, progress
        )
        try:
            stop = writing.all_of(_play_on(campaign, chain, place, progress, more))
        except Faults:
            writing.undo()
            raise
        if stop is not None and not writing.count:
            return _nothing(chain[place], stop)
        return writing.done(stop)


# A step of playing on: a pair, or at the end the stage that stops at the docket.
_Step = StagePair | Played


def _play_on(
    campaign: Campaign,
    chain: Sequence[StoredStage],
    place: int,
    progress: Progress,
    more: bytes = b"",
) -> Iterator[_Step]:
    """Play every later stage, old and new, up to a stop at the docket or the end."""
    was = now = game_state_after(campaign, chain[:place])
    before = after = held_stages(campaign, chain[:place], now)
    for done, stage in enumerate(chain[place:]):
        progress(f"turn {stage.label}", done, len(chain) - place)
        mailing = stage.part.mailing
        # A round of a battle that no longer takes place is left out.
        if now.result or not (is_due(now, mailing) or "/" in mailing):
            break
        begun, old = was, play_stored(campaign, was, stage, before)
        was, before = state_after(old), carried_on(campaign, old)
        if not is_due(now, mailing):
            continue
        given = given_now(campaign, stage, b"" if done else more)
        new = play(campaign, now, given, earlier=after)
        if new.stage.game_state is None:
            yield new
            return
        yield StagePair(begun, stage, old, new)
        now, after = new.stage.game_state, carried_on(campaign, new)
    progress("turns", len(chain) - place, len(chain) - place)


def given_now(campaign: Campaign, stage: StoredStage, more: bytes = b"") -> Given:
    """Collect a stage's inputs with the late sheets and rulings that came since, and more."""
    given = given_of(stage)
    mailing = stage.part.mailing
    texts = {(text.player, text.number): text for text in given.texts}
    for entry in counting(entries(campaign.folder, mailing)):
        text = text_of(entry)
        texts.setdefault((text.player, text.number), text)
    ordered = tuple(texts[key] for key in sorted(texts))
    rulings = kept_rulings(campaign.folder, mailing) or given.rulings
    return replace(given, texts=ordered, rulings=rulings + more)


class _Writing:
    """Makes the new revisions one after the other, one turn in memory at a time.

    All but the first are written as they come; none of them counts until the first is there,
    since all follow it. So the first is written last, and its rename switches to all of them.
    The last one records which later turns it drops, so each waits until it is known whether
    another comes.
    """

    def __init__(
        self,
        campaign: Campaign,
        last: StoredStage,
        wanted: Sequence[StoredStage],
        when: str,
        preview: bool,
        pdfs: bool,
        jobs: int,
        progress: Progress,
    ) -> None:
        self._campaign = campaign
        self._when = when
        self._preview = preview
        self._pdfs = pdfs
        self._jobs = jobs
        self._progress = progress
        self._before = before_of(last)
        self._stages = all_stages(campaign.folder)
        self._first: tuple[Path, Mapping[str, bytes]] | None = None
        self._folders: list[Path] = []
        self._changes: dict[str, list[str]] = {}
        self._worlds = Worlds(campaign)
        self._illegal: list[str] = []
        self._remarks: list[str] = []
        self._seats: Sequence[Seat] = ()
        self._wanted = [stage.label for stage in wanted]
        self._made: list[str] = []

    @property
    def count(self) -> int:
        """Number of stages made."""
        return len(self._made)

    def all_of(self, steps: Iterable[_Step]) -> Played | None:
        """Make every pair; return the stage that stops at the docket, if one does."""
        waiting: StagePair | None = None
        stop: Played | None = None
        for step in steps:
            if isinstance(step, Played):
                stop = step
                break
            if waiting is not None:
                self._make(waiting, is_last=False)
            waiting = step
        if waiting is not None:
            self._make(waiting, is_last=True)
        return stop

    def _make(self, pair: StagePair, *, is_last: bool) -> None:
        name, revision = free_name(self._campaign.folder, pair.stage.part.mailing)
        items = _now_illegal(pair)
        self._illegal += [item.question for item in items]
        self._remarks += [
            *(f"Turn {pair.stage.label}: {one.fault}. {one.reason}." for one in voided(pair.new)),
            *(f"Turn {pair.stage.label}: {id} {said}." for id, said in remarks(pair.new).items()),
        ]
        sequence = self._before.sequence + 1
        later = tuple(stage.name for stage in self._stages if stage.head.sequence > sequence)
        marks = Marks(
            revision,
            self._when,
            _correction(pair.stage),
            drops=later if is_last else (),
            next=pair.stage.part.next,
        )
        self._worlds.play(pair)
        drafted = drafted_again(self._campaign, pair, self._before, marks, items, self._worlds)
        for player, change in drafted.changes.items():
            lines = (f"  {line}" for line in correction_lines(to_builtins(change)))
            self._changes.setdefault(player, []).extend([f"Turn {pair.stage.label}:", *lines])
        self._made.append(pair.stage.label)
        self._seats = state_after(pair.new).seats
        if self._preview:
            # Only hashes of earlier packets would differ, and a preview shows none.
            self._before = replace(self._before, sequence=sequence)
            return
        made = print_pages(
            self._campaign,
            drafted.draft,
            pdfs=self._pdfs,
            kept=pdfs_of(pair.stage) if self._pdfs else None,
            jobs=self._jobs,
            progress=self._progress,
        )
        folder = self._campaign.folder / TURNS / name
        self._folders.append(folder)
        if self._first is None:
            self._first = (folder, made.files)
        else:
            put_folder(folder, made.files)
        self._before = made.before

    def undo(self) -> None:
        """Delete what was written; none of it counts."""
        for folder in self._folders:
            drop_folder(folder)

    def done(self, stop: Played | None) -> RerunResult:
        """Switch to the new revisions and describe them."""
        if self._first is not None:
            put_folder(*self._first)
            for stage in in_force(self._campaign.folder):
                fill(self._campaign, stage)
        names = {seat.id: seat.name for seat in self._seats}
        told = {names.get(who, who): "\n".join(lines) for who, lines in self._changes.items()}
        waits = stop.given.mailing if stop else ""
        return RerunResult(
            tuple(self._folders),
            told,
            tuple(self._illegal),
            waits,
            _rows(stop),
            tuple(self._lines(told, [name for name in names.values() if name not in told], waits)),
        )

    def _lines(self, changes: Mapping[str, str], same: Sequence[str], waits: str) -> Iterator[str]:
        """Write the lines for the game master; ``same`` are players who are sent nothing."""
        if self._folders:
            yield f"Written: {', '.join(folder.name for folder in self._folders)}."
        yield from self._remarks
        would = "would change" if self._preview else "changes"
        if not changes:
            yield f"No player's report {would}."
        else:
            yield "Each corrected report begins with what changed in it:"
        for player, text in changes.items():
            yield f"\nThe report of {player} {would}:"
            yield text
        if changes:
            yield ""
        if changes and same:
            yield f"Nothing changes for {listed(same)}."
        yield from (f"On the docket: {question}" for question in self._illegal)
        gone = [label for label in self._wanted if label not in (*self._made, waits)]
        if gone:
            turns = f"turn{'s' * (len(gone) > 1)} {listed(gone)}"
            counts = "would no longer count" if self._preview else "no longer count"
            yield f"The reports of {turns} {counts}; those that were sent stay sent."
        if waits:
            yield f"Turn {waits} is open again: it waits for your answers."


def _now_illegal(pair: StagePair) -> list[Question]:
    """List order lines that became illegal, as questions to the game master."""
    found: list[Question] = []
    names = {seat.id: seat.name for seat in state_after(pair.new).seats}
    for player, chosen in pair.new.chosen.items():
        earlier = pair.old.chosen.get(player)
        if earlier is None or earlier.text != chosen.text:
            continue
        known = _errors(earlier)
        for (line, fault), rule in _errors(chosen).items():
            if (line, fault) not in known:
                said = f"{names[player]}, turn {pair.stage.label}, line {line}"
                question = f"{said} is not allowed any more: {fault}"
                found.append(Question(f"{player}-{line}", player, question, (), rule))
    return found


def _errors(chosen: SelectedSheet) -> dict[tuple[int, str], str]:
    """Map line and fault of every error of a sheet to its rule."""
    return {
        (problem.span.line, problem.fault): problem.rule
        for problem in chosen.reading.problems
        if problem.is_error and problem.span
    }


def _correction(stage: StoredStage) -> str:
    return f"This report replaces the one of {stage.part.rerun_at or stage.part.run_at}."


def _rows(stop: Played | None) -> tuple[dict[str, Any], ...]:
    if stop is None:
        return ()
    return tuple(docket_json(docket_rows(stop.given.mailing, stop.stage.docket, stop.rulings, ())))


def _nothing(stage: StoredStage, stop: Played) -> RerunResult:
    """Say that the turn itself waits for answers; nothing is written."""
    rows = _rows(stop)
    lines = (
        f"Turn {stage.label} cannot be run again until pbm rule has answers to these questions:",
        *(f"  {row['id']}  {row['question']}" for row in rows),
    )
    return RerunResult((), {}, (), stage.part.mailing, rows, lines)
