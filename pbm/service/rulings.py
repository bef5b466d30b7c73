"""Keep rulings, and list the questions that a run or rerun puts to the docket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import counting, entries, item_of, kept_rulings, mailing_folder, text_of
from pbm.engine.context import GameState
from pbm.engine.ruling_parser import numbered_rulings, parse_rulings
from pbm.engine.rulings import ROLL_VERBS, Ruling, amended, line_of
from pbm.engine.types import Question
from pbm.intake.submit import safe_name
from pbm.intake.summaries import summaries
from pbm.kit.clock import moment, stamp
from pbm.kit.problems import Faults, Problem, Severity
from pbm.kit.records import Record
from pbm.service.attention import attention, rulings_wait
from pbm.service.docket import DocketRow, docket_json, docket_rows, open_first
from pbm.service.rerun import given_now
from pbm.service.run import due_mailing, open_items
from pbm.sheets.envelope import Sheet
from pbm.storage.atomic_files import locked, put_file
from pbm.storage.turn_folders import StoredStage, in_force, stage_named
from pbm.storage.turn_toml import NEW, RULINGS_FILE
from pbm.turns.history import game_state_after, given_of, held_stages, kept_at
from pbm.turns.play import main_of, phases_to_come, play, read_rulings, remarks, voided
from pbm.turns.submissions import SelectedSheet, Summary, all_submissions

# The outcome of a question that a run went on without.
WENT_ON = "none; the turn was run without one"


def docket(campaign: Campaign) -> list[dict[str, Any]]:
    """List the questions for the game master, open ones first, then what else needs them.

    Each record has ``id, turn, player, question, readings, rule, phase, answered, answer, kind,
    how``; see `DocketRow` and `Attention`.
    """
    chain = in_force(campaign.folder)
    game_state = game_state_after(campaign, chain)
    sheets = summaries(campaign, game_state, chain[-1].digest)
    rows = whole_docket(campaign, chain, game_state, sheets)
    return [*rows, *(one.row for one in attention(campaign, chain, game_state, sheets))]


def whole_docket(
    campaign: Campaign,
    chain: Sequence[StoredStage],
    game_state: GameState,
    sheets: Mapping[str, Mapping[str, Summary]],
    *,
    all_stages: bool = True,
) -> list[dict[str, Any]]:
    """List the questions of all stages as records, open ones first.

    Without ``all_stages``: of those due, and of played ones in which a question may be open.
    """
    rows: list[DocketRow] = []
    for mailing, sent in sheets.items():
        items = questions_at(campaign, mailing, [one.questions for one in sent.values()])
        rows += docket_rows(
            mailing, items, kept_at(campaign, game_state, mailing), game_state.seats
        )
    played = [stage for stage in chain[1:] if stage.docket]
    for stage in reversed([one for one in played if all_stages or _may_wait(campaign, one)]):
        items = [item_of(part) for part in stage.docket]
        answers = kept_at(campaign, game_state, stage.label)
        found = docket_rows(stage.label, items, answers, game_state.seats)
        # A rerun may have found orders that are no longer allowed; those still wait.
        if stage.part.go_on and not stage.part.rerun_at:
            found = [replace(row, answer=row.answer or WENT_ON) for row in found]
        rows += found
    return docket_json(open_first(rows))


def _may_wait(campaign: Campaign, stage: StoredStage) -> bool:
    """True if a played stage was run again, or its rulings changed; a run answers the others."""
    part = stage.part
    if part.rerun_at or part.go_on:
        return bool(part.rerun_at)
    return rulings_wait(campaign, stage)


def questions_at(
    campaign: Campaign, mailing: str, asked: Iterable[Sequence[Question]]
) -> list[Question]:
    """List a stage's open questions: of its sheets, which ask these, and of a run that stopped."""
    on_sheets = [item for some in asked for item in some]
    held = open_items(campaign.folder, mailing)
    return list({item.id: item for item in (*on_sheets, *held)}.values())


def rule(campaign: Campaign, turn: str, text: bytes, file: str, *, at: str | None = None) -> Path:
    """Check rulings and keep them for a turn: its run, or a rerun, applies them.

    They are added to those already kept. Faults with every problem; then nothing is kept.
    Returns the path of the turn's rulings.
    """
    when = stamp(moment(at))
    with locked(campaign.folder):
        mailing, kept = checked(campaign, turn, text, file)
        path = mailing_folder(campaign.folder, mailing) / RULINGS_FILE
        put_file(path, kept + written(text, when, file))
        return path


class KeptRuling(Record):
    """A ruling kept for a turn.

    ``state``: holds, with the rolls that it meets if they are several; did not last, with the
    remedy; withdrawn; or void with its reason. "" where it was not tried.
    """

    id: str
    kept: str
    ruling: str
    reason: str
    state: str


def kept_of(campaign: Campaign, turn: str, *, tried: bool = True) -> list[KeptRuling]:
    """List the rulings kept for a turn in their order, withdrawn ones too.

    ``tried=False`` does not play a turn that was run to see what each of them does.
    """
    chain = in_force(campaign.folder)
    game_state = game_state_after(campaign, chain)
    void: dict[str, str] = {}
    remarked: dict[str, str] = {}
    if turn in (game_state.due or (str(game_state.turn),)) and not game_state.result:
        text = kept_rulings(campaign.folder, due_mailing(game_state, turn))
    else:
        place, stage = _place(chain, turn)
        text = kept_rulings(campaign.folder, stage.label) or given_of(stage).rulings
        if not text.strip():
            return []
        game_state = game_state_after(campaign, chain[:place])
        if tried:
            earlier = held_stages(campaign, chain[:place], game_state)
            played = play(campaign, game_state, given_now(campaign, stage), earlier=earlier)
            void = {one.fault.partition(" ")[0]: one.reason for one in voided(played)}
            remarked = remarks(played)
    words = text.decode("utf-8", "replace")
    seats, phases = game_state.seats, phases_to_come(campaign, game_state)
    found = numbered_rulings(words, RULINGS_FILE, seats, phases)[0]
    gone = {one.subject: one for one in found if one.verb == "withdraw"}
    rows = []
    for one in found:
        above = words.splitlines()[: one.span.line]
        heads = [line.removeprefix("# kept ") for line in above if line.startswith("# kept ")]
        state = "holds" if tried else ""
        if one.id in gone:
            state = f"withdrawn by {gone[one.id].id}"
        elif one.id in void:
            state = f"changes nothing. {void[one.id]}"
        elif one.id in remarked:
            state = f"holds; {remarked[one.id]}" if one.verb in ROLL_VERBS else remarked[one.id]
        before = f"before {one.before}: " if one.before else ""
        kept = heads[-1] if heads else ""
        rows.append(KeptRuling(one.id, kept, before + one.text, one.reason, state))
    return rows


def ruling_line(ruling: str, because: str) -> bytes:
    """Write a ruling and its reason, given apart, as a line of a file of rulings."""
    reason = " ".join(because.split())
    quoted = reason if '"' in reason or not reason else f'"{reason}"'
    return f"{' '.join(ruling.split())} because {quoted}\n".encode()


def written(text: bytes, when: str, file: str) -> bytes:
    """Write rulings as they are kept, under their time and the name of their file."""
    head = f"# kept {when} from {safe_name(file)}\n".encode()
    return head + text.removeprefix(b"\xef\xbb\xbf").rstrip() + b"\n"


def checked(campaign: Campaign, turn: str, text: bytes, file: str) -> tuple[str, bytes]:
    """Check rulings on a turn; give its stage and the rulings kept for it before.

    Those on a turn already run are tried in it: Faults too for one that would change nothing.
    """
    chain = in_force(campaign.folder)
    game_state = game_state_after(campaign, chain)
    waited_for = game_state.due or ("" if game_state.result else str(game_state.turn),)
    stage: StoredStage | None = None
    if turn in waited_for:
        mailing = due_mailing(game_state, turn)
        sent = [text_of(entry) for entry in counting(entries(campaign.folder, mailing))]
        submissions = all_submissions(campaign, game_state, mailing, sent)
        chosen = main_of(submissions)
        asked = [one.docket for one in submissions.values()]
        items = [item.id for item in questions_at(campaign, mailing, asked)]
        kept = kept_rulings(campaign.folder, mailing)
    else:
        place, stage = _place(chain, turn)
        mailing = stage.label
        game_state = game_state_after(campaign, chain[:place])
        given = given_of(stage)
        late = [text_of(entry) for entry in counting(entries(campaign.folder, mailing))]
        texts = {(one.player, one.number): one for one in (*given.texts, *late)}
        submissions = all_submissions(campaign, game_state, mailing, list(texts.values()))
        chosen = main_of(submissions)
        items = [part.id for part in stage.part.docket]
        items += [item.id for submitted in submissions.values() for item in submitted.docket]
        kept = kept_rulings(campaign.folder, mailing) or given.rulings
        items += _asked_again(campaign, game_state, stage, (kept, text), items)
    sheets = {player: one.sheet for player, one in chosen.items()}
    rulings = read_rulings(campaign, game_state, text, file, sheets, items, kept)
    if not any(line.strip() and not line.lstrip().startswith(b"#") for line in text.splitlines()):
        raise Faults.invalid(
            f"{file} has no ruling", remedy="docs/rulings.md shows how to write one"
        )
    _orders_stay_readable(campaign, game_state, chosen, rulings)
    if stage is not None:
        earlier = held_stages(campaign, chain[:place], game_state)
        tried = play(campaign, game_state, given_now(campaign, stage, text), earlier=earlier)
        if void := voided(tried):
            raise Faults(*(replace(one, outcome="The rulings were not kept") for one in void))
    return mailing, kept


def _asked_again(
    campaign: Campaign,
    game_state: GameState,
    stage: StoredStage,
    rulings: tuple[bytes, bytes],
    known: Sequence[str],
) -> list[str]:
    """List the questions at which a rerun would stop, and those answered before.

    ``rulings`` are those kept and those to be kept. The turn is played only where one of them
    answers a question that is not ``known``.
    """
    seats, phases = game_state.seats, phases_to_come(campaign, game_state)
    kept, every = (
        [
            one.subject
            for one in parse_rulings(data.decode("utf-8", "replace"), "", seats, phases)[0]
            if one.verb == "answer"
        ]
        for data in (rulings[0], b"\n".join(rulings))
    )
    there = {id.casefold() for id in (*known, *kept)}
    if all(id.casefold() in there for id in every):
        return kept
    return [
        *kept,
        *(item.id for item in play(campaign, game_state, given_now(campaign, stage)).stage.docket),
    ]


def _orders_stay_readable(
    campaign: Campaign,
    game_state: GameState,
    chosen: Mapping[str, SelectedSheet],
    rulings: Sequence[Ruling],
) -> None:
    """Raise Faults for a line that cannot be as it is replaced, or makes others unreadable."""
    found: list[Problem] = []
    for player, one in chosen.items():
        sheet = amended(one.sheet, player, rulings)
        if sheet == one.sheet:
            continue
        view = campaign.ruleset.build_view(
            game_state.state, player, game_state.seats, campaign.options
        )
        before = {(p.fault, p.span.line if p.span else 0) for p in one.reading.problems}
        written = [
            int(ruling.field)
            for ruling in rulings
            if (ruling.verb, ruling.subject) == ("replace", player)
        ]
        found += [
            replace(problem, outcome="The rulings were not kept")
            for problem in campaign.ruleset.read(sheet, view, campaign.options).problems
            if (problem.severity is Severity.INVALID or _is_on(problem, sheet, written))
            and (problem.fault, problem.span.line if problem.span else 0) not in before
        ]
    if found:
        raise Faults(*found)


def _is_on(problem: Problem, sheet: Sheet, lines: Sequence[int]) -> bool:
    """True for an error on one of these lines."""
    if not problem.is_error or problem.span is None:
        return False
    return line_of(sheet, problem.span.line) in [line_of(sheet, number) for number in lines]


def _place(chain: Sequence[StoredStage], turn: str) -> tuple[int, StoredStage]:
    stage = stage_named(list(chain), turn)
    if stage.name == NEW:
        raise Faults.invalid("new takes no rulings", remedy="Give turn 0")
    return list(chain).index(stage), stage
