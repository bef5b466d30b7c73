"""Assemble a stage's folder: inputs, state, events, players' pages, GM's book.

The bytes are a function of the campaign, the stage and its stored inputs. Nothing is written.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.deadlines import addresses_after
from pbm.campaign.inbox import question_part
from pbm.engine.context import GameState
from pbm.engine.events import CHAIN_START, chained
from pbm.engine.rulings import answers
from pbm.engine.types import HeldTurn, Question, Reading, Seat
from pbm.kit import environment
from pbm.kit.gc_tuning import rare_collections
from pbm.kit.text import decode
from pbm.packets.build import CampaignFacts, Packet, StageFacts, build, packet_bytes, packet_in
from pbm.packets.correction import corrections_bytes
from pbm.packets.gm_book import DocketFacts, SheetFacts, build_book
from pbm.pages.report_files import gm_pages, pages
from pbm.parallel.pools import in_order
from pbm.parallel.workers import workers
from pbm.sheets.envelope import Sheet, envelope
from pbm.sheets.received import Text
from pbm.storage.turn_folders import ORDERS, SEAL_FILE, digest, seal
from pbm.storage.turn_toml import (
    BEACON_FILE,
    BOOK,
    CORRECTION_FILE,
    DICE_FILE,
    EVENTS_FILE,
    NEW,
    REPORTS,
    RULINGS_FILE,
    STATE_FILE,
    TURN_FILE,
    LogPart,
    RefusedPart,
    SheetPart,
    TurnPart,
    turn_bytes,
)
from pbm.turns.due import due_of, next_parts, next_shown
from pbm.turns.play import Played, remarks
from pbm.turns.published_log import StageLog, grown, stage_log
from pbm.turns.seal_facts import phrase_hint, sealing
from pbm.turns.stage_draft import Before, MadeStage, Marks, StageDraft
from pbm.turns.state_file import game_state_bytes


def facts_of(campaign: Campaign) -> CampaignFacts:
    """The facts about the campaign that every player may know."""
    part = campaign.part
    return CampaignFacts(
        part.name, part.title, campaign.options, campaign.ruleset.adjudication, part.dice
    )


def seed_mark(campaign: Campaign) -> str:
    """An opaque word that changes with the seed and reveals nothing about it."""
    return campaign.ids.opaque("campaign", campaign.name, length=13)


def keys_mark(campaign: Campaign) -> str:
    """The same for the other contents of secret.toml."""
    secret = campaign.secret
    return campaign.ids.opaque("keys", secret.pass_key, *(secret.primes or ()), length=13)


def next_sheet(
    campaign: Campaign, game_state: GameState, seat: Seat, *, passes: bool, prefilled: bool
) -> str:
    """Write a player's next sheet, one for each stage due; "" for none.

    ``passes`` puts their pass for the stage on each, ``prefilled`` the mark of its contents.
    """
    awaited = due_of(campaign, game_state, seat)
    if not awaited:
        return ""
    ruleset = campaign.ruleset
    view = ruleset.build_view(game_state.state, seat.id, game_state.seats, campaign.options)
    return "\n".join(
        envelope(
            ruleset.awaited(due).name,
            campaign.name,
            due,
            seat.name,
            campaign.password(seat.id, due) if passes else "",
            phrase_hint(campaign, due) + ruleset.template(view, due, campaign.options),
            prefilled=prefilled,
        )
        for due in awaited
    )


@rare_collections()
def draft(
    campaign: Campaign,
    played: Played,
    before: Before,
    at: str,
    *,
    marks: Marks | None = None,
    docket: Sequence[Question] = (),
) -> StageDraft:
    """Draft a played stage's folder; ``docket`` are the questions met in it."""
    game_state = played.stage.game_state
    assert game_state is not None, "a stage that stopped at the docket has no folder"
    given, mailing = played.given, played.given.mailing
    marks = marks or Marks()
    files: dict[str, bytes] = {}
    sheets: list[SheetPart] = []
    for text in given.texts:
        name = f"{ORDERS}{text.player}/{text.number}.txt"
        files[name] = text.data
        submitted = played.submissions.get(text.player)
        sheets.append(
            SheetPart(
                player=text.player,
                number=text.number,
                received=text.received,
                name=text.name,
                file=name,
                sha256=digest(text.data),
                in_force=submitted is not None and text in submitted.texts,
                late=text.late,
                sent=text.sent,
            )
        )
    if given.rulings:
        files[RULINGS_FILE] = given.rulings
    if given.script is not None:
        files[DICE_FILE] = given.script
    if given.beacon:
        files[BEACON_FILE] = f"{given.beacon}\n".encode()
    if marks.corrections:
        files[CORRECTION_FILE] = corrections_bytes(marks.corrections)
    lines = list(chained(played.stage.events, before.chain))
    files[EVENTS_FILE] = "".join(f"{line}\n" for line in lines).encode()
    due = next_parts(campaign, game_state, at, (*before.next, *marks.next))
    told = StageFacts(
        mailing,
        at,
        game_state.state,
        game_state.seats,
        played.stage.events,
        [next_shown(campaign, part) for part in due],
        played.rulings,
        {**marks.corrected, "": marks.correction},
        marks.corrections,
    )
    held = campaign.ruleset.held(game_state.state, mailing)
    readers = [seat for seat in game_state.seats if held is None or seat.id in held.seats]
    book = build_book(
        campaign.ruleset,
        facts_of(campaign),
        told,
        [_sheet_facts(played, text) for text in given.texts],
        _docket_facts(played, docket),
        given.refused,
        remarks(played),
    )
    packets_before = {seat.id: before.packets.get(seat.id, "") for seat in game_state.seats} | dict(
        marks.packets_before
    )
    part = TurnPart(
        mailing=mailing,
        sequence=before.sequence + 1,
        revision=marks.revision,
        previous=before.digest,
        run_at=at,
        go_on=given.go_on,
        chain=digest(lines[-1].encode()) if lines else before.chain,
        result=game_state.result,
        rerun_at=marks.rerun_at,
        correction=marks.correction,
        corrected=dict(marks.corrected),
        drops=marks.drops,
        outbox=marks.changed
        if marks.rerun_at
        else tuple(seat.id for seat in readers if not seat.closed),
        packets_before=packets_before,
        missing=tuple(
            seat.id for seat in game_state.seats if not seat.closed and seat.id not in played.chosen
        ),
        names={seat.id: seat.name for seat in game_state.seats},
        addresses=addresses_after(before.addresses, played.rulings),
        next=due,
        sheets=tuple(sheets),
        refused=tuple(RefusedPart(**asdict(one)) for one in given.refused),
        docket=tuple(question_part(item) for item in _asked(played, docket)),
        adjudication=campaign.ruleset.adjudication,
        dice=campaign.part.dice,
        passes=campaign.has_passes if marks.passes is None else marks.passes,
        prefilled=marks.prefilled,
    )
    reported = _reported(told, played, held)
    # The sheets that a turn began with are reported at its end.
    stages = played.turn if held is None else played.turn[1:][-1:]
    log: StageLog | None = None
    if marks.log is not None:  # a stage that is run again keeps its own
        log = stage_log(campaign, marks.entries, marks.log)
    elif before.published is not None:
        players = [seat.id for seat in game_state.seats]
        log = grown(campaign, before.published, players, is_held=held is not None)
    packets = {}
    for seat in readers:
        main, *also = _sheets(stages, seat.id)
        packets[seat.id] = build(
            campaign.ruleset,
            facts_of(campaign),
            reported,
            seat,
            main[0] if main else None,
            main[1] if main else None,
            packets_before[seat.id],
            [one for one in also if one is not None],
            sealing(campaign, game_state, seat.id, mailing, played.turn, stages, log),
        )
    if log is not None:
        part = replace(part, entries=log.entries, log=log.with_packets(packets))
    files[STATE_FILE] = game_state_bytes(game_state)
    return StageDraft(game_state, part, files, packets, book)


def _reported(told: StageFacts, played: Played, held: HeldTurn | None) -> StageFacts:
    """Choose the facts to report: a held stage's own, else those of its whole turn."""
    if held is not None:
        return replace(told, events=[event for event in told.events if held.tells(event)])
    if not played.earlier:
        return told
    stages = played.turn
    return replace(
        told,
        mailing=stages[0].given.mailing,
        events=[event for one in stages for event in one.stage.events],
        rulings=[ruling for one in stages for ruling in one.rulings],
    )


def _sheets(stages: Sequence[Played], player: str) -> list[tuple[Sheet, Reading] | None]:
    """List a player's sheets of these stages with their readings, the main one first."""
    if not stages:
        return [None]
    first = stages[0]
    chosen = [one.chosen.get(player) for one in stages]
    found = [None if one is None else (one.sheet, one.reading) for one in chosen]
    also = [(one.sheet, one.reading) for one in first.submissions[player].also]
    return [found[0], *also, *found[1:]]


def draft_new(
    campaign: Campaign,
    game_state: GameState,
    at: str,
    stored: TurnPart | None = None,
    own: Mapping[str, str] | None = None,
) -> StageDraft:
    """Draft the stage turns/new: state before set-up, first reports and sheets.

    ``stored`` is its record, where it is made again; ``own`` are the hashes of the campaign's
    own files.
    """
    due = next_parts(campaign, game_state, at, stored.next if stored else ())
    told = StageFacts(
        NEW,
        at,
        game_state.state,
        game_state.seats,
        next=[next_shown(campaign, part) for part in due],
    )
    facts = facts_of(campaign)
    packets = {
        seat.id: build(
            campaign.ruleset, facts, told, seat, seal=sealing(campaign, game_state, seat.id, NEW)
        )
        for seat in game_state.seats
    }
    part = TurnPart(
        mailing=NEW,
        sequence=0,
        run_at=at,
        chain=CHAIN_START,
        outbox=tuple(seat.id for seat in game_state.seats),
        names={seat.id: seat.name for seat in game_state.seats},
        addresses={player.id: player.address for player in campaign.part.players},
        options=dict(campaign.options),
        mark=seed_mark(campaign),
        key=campaign.part.seal,
        own=stored.own if stored else own or {},
        next=due,
        adjudication=campaign.ruleset.adjudication,
        dice=campaign.part.dice,
        passes=stored.passes if stored else campaign.has_passes,
        prefilled=stored.prefilled if stored else True,
        log=stage_log(campaign, 0, LogPart()).with_packets(packets)
        if campaign.part.beacon
        else None,
    )
    book = build_book(campaign.ruleset, facts, told)
    files = {STATE_FILE: game_state_bytes(game_state)}
    return StageDraft(game_state, part, files, packets, book)


def made_pages(packet: Packet, sheet: str, *, pdfs: bool) -> dict[str, bytes]:
    """Print one player's report from an existing packet and their next sheet."""
    return pages(packet, sheet, pdfs=pdfs)


def print_pages(
    campaign: Campaign,
    drafted: StageDraft,
    *,
    only: Sequence[str] = (),
    pdfs: bool = True,
    kept: Mapping[str, Mapping[str, bytes]] | None = None,
    jobs: int = 1,
    progress: Progress = quiet,
) -> MadeStage:
    """Print a stage: all its pages, with their hashes.

    ``only`` limits it to the pages of these players; without ``pdfs`` all but the PDFs are made.
    ``kept`` has PDFs made earlier, by folder and name; one that would come out the same is used
    again.
    """
    game_state, packets, part = drafted.game_state, drafted.packets, drafted.part
    files = dict(drafted.files)
    tasks: list[_Task] = [
        (
            f"{REPORTS}/{seat.id}",
            packet_bytes(packets[seat.id]),
            next_sheet(campaign, game_state, seat, passes=part.passes, prefilled=part.prefilled),
            pdfs,
        )
        for seat in game_state.seats
        if seat.id in packets
    ]
    tasks.append((BOOK, drafted.book, "", pdfs))
    if only:
        wanted = [BOOK if who == BOOK else f"{REPORTS}/{who}" for who in only]
        tasks = [task for task in tasks if task[0] in wanted]
    before = kept or {}
    work = [(*task, before.get(task[0], {})) for task in tasks]
    with workers(min(jobs, len(tasks))) as executor:
        made = in_order(executor, _print, work, lambda done, of: progress("reports", done, of))
    for (folder, *_what), found in zip(tasks, made, strict=True):
        files |= {f"{folder}/{name}": data for name, data in found.items()}
    hashes = {name: digest(files[name]) for name in sorted(files)}
    part = replace(part, files=hashes, made_with=dict(environment.recorded()))
    record = turn_bytes(part)
    return MadeStage(part, files | {TURN_FILE: record, SEAL_FILE: seal(record)})


# The folder of a report or of the book, its packet or the book, the next sheet, whether with PDFs.
_Task = tuple[str, bytes | Packet, str, bool]


def _print(task: tuple[str, bytes | Packet, str, bool, Mapping[str, bytes]]) -> dict[str, bytes]:
    _folder, told, sheet, pdfs, kept = task
    if isinstance(told, bytes):
        return pages(packet_in(told), sheet, pdfs=pdfs, kept=kept)
    return gm_pages(told, pdfs=pdfs, kept=kept)


def _sheet_facts(played: Played, text: Text) -> SheetFacts:
    words, _encoding = decode(text.data)
    chosen = played.chosen.get(text.player)
    main = chosen if chosen is not None and chosen.text == text else None
    submitted = played.submissions.get(text.player)
    also = [] if submitted is None else [one for one in submitted.also if one.text == text]
    return SheetFacts(
        text.player,
        text.received,
        words,
        main.sheet if main else None,
        main.reading if main else None,
        tuple((one.sheet, one.reading) for one in also),
        "message" if submitted and any(one.text == text for one in submitted.messages) else "",
    )


def _asked(played: Played, more: Sequence[Question]) -> list[Question]:
    """List every question of a stage once: those on sheets, then those met in play."""
    on_sheets = [item for reading in played.stage.every_reading for item in reading.docket]
    return list({item.id: item for item in (*on_sheets, *more)}.values())


def _docket_facts(played: Played, more: Sequence[Question]) -> list[DocketFacts]:
    answered = {id: ruling.value for id, ruling in answers(played.rulings).items()}
    return [
        DocketFacts(item.id, item.player, item.question, answered.get(item.id.casefold(), ""))
        for item in _asked(played, more)
    ]
