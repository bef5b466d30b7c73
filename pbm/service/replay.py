"""Play turns again from stored inputs, to compare them or make reports again."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.inbox import item_of
from pbm.engine.types import Seat
from pbm.kit import environment
from pbm.kit.problems import CampaignFault, Faults, Problem, render
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.pages.book_tables import BookPart
from pbm.pages.pdf_compare import differences, pdf_facts
from pbm.pages.report_files import book_part
from pbm.parallel.workers import workers
from pbm.storage.archive_format import is_packed
from pbm.storage.atomic_files import locked, put_file
from pbm.storage.turn_folders import (
    INBOX,
    OPEN,
    TURNS,
    StoredStage,
    all_stages,
    digest,
    in_force,
    stage_named,
)
from pbm.storage.turn_toml import BOOK, NEW, REPORTS
from pbm.turns.assemble import draft, draft_new, print_pages
from pbm.turns.history import (
    begin_of,
    beginning_faults,
    chain_to,
    faults_of,
    is_regenerable,
    played_again,
    played_last,
    stored_game_state,
)
from pbm.turns.integrity import first_difference, inbox_faults, open_faults, other_faults
from pbm.turns.play import Played, the_seat
from pbm.turns.published_log import log_faults
from pbm.turns.stage_draft import Before, MadeStage, StageDraft, before_of, marks_of


class Remade(Record):
    """One file of a report made again; ``same`` if its hash is the recorded one.

    ``stage`` is the folder of its turn, ``revision`` its number there.
    """

    path: Path
    player: str
    same: bool
    stage: str
    revision: int


class FileDifference(Record):
    """A file that differs from its record, or comes out otherwise, and the cause."""

    file: str
    cause: str
    text: str


def report(
    campaign: Campaign,
    turn: str,
    player: str | None = None,
    *,
    out: Path | None = None,
    pdfs: bool = True,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[Remade]:
    """Make reports again by playing their turn from the game state before it; none is copied.

    ``turn`` may be ``new``, or an earlier revision (``3.r1``); ``player`` None makes everybody's
    and the GM's book (``gm``). Files go to ``out/<player>/``, or back into the turn's folder where
    they are missing and have the recorded hash. Returns one record a file.
    """
    with workers(jobs):
        stage, pages = pages_again(campaign, turn, player, pdfs=pdfs, jobs=jobs, progress=progress)
    if out is not None:
        return [_put(out / _short(name), name, data, stage) for name, data in pages.items()]
    with locked(campaign.folder):
        return [_put_back(campaign, stage, name, data) for name, data in pages.items()]


def report_part(
    campaign: Campaign,
    turn: str,
    part: BookPart,
    out: Path,
    about: str = "",
    progress: Progress = quiet,
) -> Iterator[Path]:
    """Print one part of a turn's GM's book to ``out/gm/PART.pdf`` and give its path.

    A long part goes to several files, ``events-1.pdf`` and so on. With ``about`` only what is below
    headings with these words; Faults if there is none.

    Such a part is made on demand alone; a turn's folder keeps no record of it. The turn is played
    again only where its folder has not the book that it records.
    """
    chain = chain_to(campaign.folder, turn)
    book = _stored_book(chain[-1]) or _drafted(campaign, chain, progress).book
    name = ""
    for name, data in book_part(book, part, about):
        put_file(out / BOOK / name, data)
        yield out / BOOK / name
    if not name:
        raise Faults.invalid(
            f'no heading of the part "{part}" has "{about}" in it',
            remedy="The page gm/report.html has every heading of the book",
        )


def _stored_book(stage: StoredStage) -> Packet | None:
    """Read the GM's book of a stage; None if it is missing, or is not the one recorded."""
    name = f"{BOOK}/book.json"
    data = stage.read(name)
    if data is None or digest(data) != stage.part.files.get(name):
        return None
    book: Packet = msgspec.json.decode(data)
    return book


def pages_again(
    campaign: Campaign,
    turn: str,
    player: str | None = None,
    *,
    pdfs: bool = True,
    jobs: int = 1,
    progress: Progress = quiet,
) -> tuple[StoredStage, dict[str, bytes]]:
    """Make a stage's reports again, by their names in its folder, and write nothing."""
    chain = chain_to(campaign.folder, turn)
    stage = chain[-1]
    only: tuple[str, ...] = ()
    if player is not None:
        seats = [Seat(id, name, "") for id, name in stage.part.names.items()]
        only = (BOOK,) if player == BOOK else (the_seat(seats, player).id,)
    drafted = _drafted(campaign, chain, progress)
    if player is not None and only[0] not in (BOOK, *drafted.packets):
        raise Faults.invalid(
            f"{player} got no report of turn {stage.label}",
            reason="the turn went on, and the report of its last stage has all of it",
            remedy="Name the last stage of the turn",
        )
    made = print_pages(campaign, drafted, only=only, pdfs=pdfs, jobs=jobs, progress=progress)
    return stage, {
        name: data
        for name, data in made.files.items()
        if name.startswith((f"{REPORTS}/", f"{BOOK}/"))
    }


def _short(name: str) -> str:
    return name.removeprefix(f"{REPORTS}/")


def _put(path: Path, name: str, data: bytes, stage: StoredStage) -> Remade:
    put_file(path, data)
    return _remade(path, name, stage, _fits(stage, name, data))


def _remade(path: Path, name: str, stage: StoredStage, same: bool) -> Remade:
    return Remade(path, _short(name).partition("/")[0], same, stage.name, stage.part.revision)


def _fits(stage: StoredStage, name: str, data: bytes) -> bool:
    if name.endswith(".pdf") and not _was_printed(stage):
        return True
    return stage.part.files.get(name) == digest(data)


def _was_printed(stage: StoredStage) -> bool:
    """False for a stage that was run without PDFs."""
    return any(name.endswith(".pdf") for name in stage.part.files)


def _put_back(campaign: Campaign, stage: StoredStage, name: str, data: bytes) -> Remade:
    """Write a file to the turn's folder if it fits the record; else to ``made``."""
    path = stage.folder / name
    if not _fits(stage, name, data):
        return _put(campaign.folder / "made" / stage.name / _short(name), name, data, stage)
    if not path.exists():
        put_file(path, data)
    return _remade(path, name, stage, True)


def _drafted(campaign: Campaign, chain: Sequence[StoredStage], progress: Progress) -> StageDraft:
    """Draft the last of these stages, played again."""
    stage = chain[-1]
    if stage.name == NEW:
        game_state = stored_game_state(campaign, stage) or begin_of(campaign)
        return draft_new(campaign, game_state, stage.part.run_at, stage.part)
    played = played_last(campaign, chain, progress)
    return draft_again(campaign, played, stage, before_of(chain[-2]))


def draft_again(
    campaign: Campaign, played: Played, stage: StoredStage, before: Before
) -> StageDraft:
    """Draft a stored stage's folder from its replay."""
    part = stage.part
    return draft(
        campaign,
        played,
        before,
        part.run_at,
        marks=marks_of(stage),
        docket=[item_of(item) for item in part.docket],
    )


def replay(
    campaign: Campaign,
    turn: str | None = None,
    *,
    pdfs: bool = True,
    put_back: bool = False,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[FileDifference]:
    """Play again from the stored inputs and compare every recorded hash.

    Plays up to and including ``turn``, or everything. Each difference has ``file``, ``cause``
    (altered or missing file, other version of the engine or of a library) and ``text``. A
    missing report, state or event file that can be made again is not a difference. Without
    ``pdfs`` no PDFs are made. ``put_back`` writes missing files that come out as recorded. An
    empty list: all is as recorded. Differences mean exit code 3.
    """
    if not put_back:
        return _replay(campaign, turn, pdfs, lambda _stage, _made: None, jobs, progress)
    with locked(campaign.folder):
        return _replay(campaign, turn, pdfs, _put_missing, jobs, progress)


def _put_missing(stage: StoredStage, made: MadeStage) -> None:
    """Write the files that a turn's folder lacks and that come out as recorded."""
    if is_packed(stage.folder):
        return
    for name, data in made.files.items():
        path = stage.folder / name
        if not path.exists() and stage.part.files.get(name) == digest(data):
            put_file(path, data)


def _replay(
    campaign: Campaign,
    turn: str | None,
    pdfs: bool,
    keep: Callable[[StoredStage, MadeStage], None],
    jobs: int,
    progress: Progress,
) -> list[FileDifference]:
    stages = all_stages(campaign.folder)
    chain = in_force(campaign.folder)
    whole = turn is None
    if turn is not None:
        chain = chain[: chain.index(stage_named(chain, turn)) + 1]
        stages = chain
    found = [_altered(problem) for problem in beginning_faults(campaign, chain[0])]
    for stage in stages:
        found += [_altered(problem) for problem in faults_of(stage)]
    if whole:
        found += [_altered(problem) for problem in open_faults(campaign.folder)]
        found += [_altered(problem) for problem in other_faults(stages, chain)]
        found += [
            _altered(problem)
            for problem in inbox_faults(campaign.folder, chain, campaign.part.published)
        ]
        found += [_altered(problem) for problem in log_faults(campaign, stages)]
    broken = {difference.file for difference in found}
    if any(_is_input(name) for name in broken):
        return found  # without its inputs a stage cannot be played
    try:
        with workers(jobs):
            for stage, drafted in _all(campaign, chain, progress):
                printed = pdfs and _was_printed(stage)
                made = print_pages(campaign, drafted, pdfs=printed, jobs=jobs, progress=progress)
                found += [one for one in _compared(stage, made, printed) if one.file not in broken]
                keep(stage, made)
    except CampaignFault as faults:
        found += [
            FileDifference(TURNS, "cannot be played again", render(problem))
            for problem in faults.problems
        ]
    return found


def _is_input(file: str) -> bool:
    """True for the campaign's own files and for the inputs of its turns."""
    top, _, rest = file.partition("/")
    if top == INBOX or file.partition(OPEN)[1]:  # inputs of a turn still to come
        return False
    return top != TURNS or not is_regenerable(rest.partition("/")[2])


def _all(
    campaign: Campaign, chain: Sequence[StoredStage], progress: Progress
) -> Iterator[tuple[StoredStage, StageDraft]]:
    first = chain[0]
    begun = begin_of(campaign)
    yield first, draft_new(campaign, begun, first.part.run_at, first.part)
    before = chain[0]
    for again in played_again(campaign, chain, progress):
        drafted = draft_again(campaign, again.played, again.stage, before_of(before))
        before = again.stage
        yield again.stage, drafted


def _altered(problem: Problem) -> FileDifference:
    file = problem.fault.split(" ")[0]
    if problem.fault.endswith("missing"):
        cause = "missing file"
    elif problem.fault.endswith("does not belong to the turn"):
        cause = "unknown file"
    else:
        cause = "altered file"
    because = f" ({problem.reason})" if problem.reason else ""
    return FileDifference(file, cause, f"{problem.fault}{because}. {problem.remedy}.")


def _compared(stage: StoredStage, made: MadeStage, pdfs: bool) -> Iterator[FileDifference]:
    """List files that come out otherwise; under other versions PDFs by their words."""
    part = stage.part
    other = environment.changed(part.made_with, environment.recorded())
    cause = _cause(other, part.adjudication, made.part.adjudication)
    for name in sorted({*part.files, *made.part.files}):
        if part.files.get(name) == made.part.files.get(name):
            continue
        if name.endswith(".pdf") and not pdfs:
            continue
        if name.endswith(".pdf") and other and name in made.files and name in part.files:
            said = _said_otherwise(stage.read(name), made.files[name])
            if said:
                yield FileDifference(
                    f"{TURNS}/{stage.name}/{name}", cause, f"Its words differ: {said}."
                )
            continue
        what = (
            "is no longer made"
            if name not in made.part.files
            else "was not made at that time"
            if name not in part.files
            else "comes out differently"
        )
        stored = stage.read(name) if name in made.files and name in part.files else None
        where = first_difference(name, stored, made.files.get(name, b"")) if stored else ""
        yield FileDifference(f"{TURNS}/{stage.name}/{name}", cause, f"It {what}{where}.")


def _said_otherwise(stored: bytes | None, made: bytes) -> str:
    """List what a stored PDF and one made under other versions say differently.

    "" for a stored PDF that is missing: its HTML and packet are compared instead.
    """
    if stored is None:
        return ""
    return ", ".join(differences(pdf_facts(stored), pdf_facts(made)))


def _cause(other: Sequence[str], was: int, now: int) -> str:
    if was != now:
        return f"the version of the rules was {was} and is {now}"
    if other:
        return f"other versions: {', '.join(other)}"
    return "the stored inputs give another result"
