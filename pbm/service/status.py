"""Show a campaign's status and next sheets, and explain a turn's numbers.

`rule` alone writes: it keeps rulings for a turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import Dates, dates
from pbm.campaign.outbox import unsent
from pbm.intake.readiness import Readiness, State, readiness
from pbm.intake.summaries import summaries
from pbm.kit.clock import read_time
from pbm.kit.english import count
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets import explain_gm
from pbm.packets.build import turn_of
from pbm.packets.explain_format import Explained
from pbm.service.attention import MAILS, Attention, attention, attention_lines
from pbm.service.rulings import whole_docket
from pbm.storage.turn_folders import TURNS, StoredStage, in_force, stage_named
from pbm.storage.turn_toml import DICE_FILE, NEW
from pbm.turns.assemble import next_sheet
from pbm.turns.due import due_of
from pbm.turns.history import game_state_after, kept_at, played_last, verify_newest
from pbm.turns.play import Played, the_seat
from pbm.turns.submissions import Summary


class Status(Record):
    """The status of a campaign; ``rows`` have the sheet of each player and stage.

    ``missing`` names the players whose orders are due and not in, ``wait`` those whose sheets
    say WAIT. ``questions`` are open on the docket; ``asked`` of them prevent a run.
    ``attention`` are the mails and other things for the game master, which prevent none.
    """

    name: str
    game: str
    turn: int
    due: tuple[str, ...]
    deadlines: tuple[Dates, ...]
    paused: bool
    result: str
    missing: tuple[str, ...]
    wait: tuple[str, ...]
    questions: int
    asked: int
    outbox: tuple[Path, ...]
    rows: tuple[dict[str, Any], ...]
    attention: tuple[Attention, ...] = ()

    @property
    def mails(self) -> int:
        """The number of mails that wait for the game master."""
        return sum(one.kind in MAILS for one in self.attention)

    @property
    def ready(self) -> bool:
        """True where a run would go through: no sheet and no answer is missing."""
        return not (self.result or self.paused or self.missing or self.wait or self.asked)

    @property
    def lines(self) -> tuple[str, ...]:
        """The words for the game master."""
        if self.result:
            over = f"{self.name} ({self.game}): the game is over. {self.result}."
            return (over, *attention_lines(self.attention))
        due = ", ".join(self.due)
        found = [f"{self.name} ({self.game}): orders for turn {due} are due."]
        if not self.due:
            found = [f"{self.name} ({self.game}): turn {self.turn} leaves nothing to choose."]
        found += [
            f"The deadline for turn {mailing} is {said.text}."
            for mailing, said in zip(self.due, self.deadlines, strict=True)
            if said.text
        ]
        if self.paused:
            found.append("The campaign is paused.")
        if self.questions:
            found.append(f"The docket has {count(self.questions, 'open question')}: pbm docket.")
        found += attention_lines(self.attention)
        waits = [row["player"] for row in self.rows if "WAIT" in row["said"].split(", ")]
        if waits:
            found.append(f"Sheets that may still change (WAIT): {', '.join(waits)}.")
        if self.ready:
            # At set-up a player with nothing to place may still give a phrase for sealed dice.
            free = [row["player"] for row in self.rows if not (row["sheet"] or row["said"])]
            found.append(
                f"No sheet is missing: pbm run. These may still send one: {', '.join(free)}."
                if free
                else "Every sheet is in: pbm run."
                if self.due
                else "It can be run: pbm run."
            )
        return tuple(found)


StatusRow = dict[str, Any]


def template(campaign: Campaign, player: str) -> str:
    """Write a player's next sheet; Faults with a suggestion for an unknown player."""
    game_state = game_state_after(campaign, in_force(campaign.folder))
    seat = the_seat(game_state.seats, player)
    sheet = next_sheet(campaign, game_state, seat, passes=campaign.has_passes, prefilled=True)
    if not sheet:
        raise Faults.invalid(
            f"{seat.name} has no orders to send",
            reason=game_state.result
            or ("the seat is closed" if seat.closed else "there is nothing to choose"),
        )
    return sheet


def form(campaign: Campaign, player: str) -> bytes:
    """Make a player's next sheet as a PDF to fill in; Faults as for ``template``."""
    from pbm.pages.pdf_form import form_pdf  # loads slowly, and is seldom wanted

    sheet = template(campaign, player)
    chain = in_force(campaign.folder)
    last = chain[-1]
    game_state = game_state_after(campaign, chain)
    seat = the_seat(game_state.seats, player)
    said = {
        "game": campaign.ruleset.name,
        "game_title": campaign.ruleset.title,
        "title": campaign.part.title,
        "campaign": campaign.name,
        "player": {"name": seat.name},
        "mailing": last.part.mailing,
        "turn": turn_of(last.part.mailing),
        "made": last.part.run_at,
        "next": [
            {"mailing": due, "kind": campaign.ruleset.awaited(due).name}
            for due in due_of(campaign, game_state, seat)
        ],
    }
    paper = campaign.options.get("paper", "a4")
    return form_pdf(said, sheet, read_time(last.part.run_at), paper=paper)


def status(campaign: Campaign) -> Status:
    """Look up stages due, deadlines, each player's sheet and open questions.

    ``rows`` have ``player, sheet, received, problems`` (which ``--json`` lists) and ``stage``;
    ``ready`` is True when a run would go through: nothing is missing, no open question prevents it.
    """
    chain = in_force(campaign.folder)
    verify_newest(chain)
    game_state = game_state_after(campaign, chain)
    rows: list[StatusRow] = []
    said: list[Dates] = []
    states: list[Readiness] = []
    away = {
        player: turn for player, turn in absent(campaign.folder).items() if turn > game_state.turn
    }
    sheets = summaries(campaign, game_state, chain[-1].digest)
    for mailing, sent in sheets.items():
        words = {player: one.word for player, one in sent.items() if one.number}
        states += readiness(campaign, game_state, mailing, words)
        for seat in game_state.seats:
            if seat.closed or not campaign.ruleset.awaits(game_state.state, seat.id, mailing):
                continue
            one = sent.get(seat.id, Summary())
            said_of = _said(seat.id, one, away)
            if campaign.ruleset.is_vacant(game_state.state, seat.id):
                said_of = ", ".join(filter(None, (said_of, "vacant")))
            rows.append(_row(mailing, seat.name, one) | {"said": said_of})
        said += [
            dates(part, kept_at(campaign, game_state, mailing))
            for part in chain[-1].part.next
            if part.mailing == mailing
        ]
    rows_of = whole_docket(campaign, chain, game_state, sheets, all_stages=False)
    questions = [row["turn"] for row in rows_of if not row["answered"]]
    return Status(
        campaign.name,
        campaign.ruleset.title,
        game_state.turn,
        game_state.due,
        tuple(said),
        any(one.paused for one in said),
        game_state.result,
        _named(states, "missing"),
        _named(states, "wait"),
        len(questions),
        sum(turn in game_state.due for turn in questions),
        tuple(unsent(campaign)),
        tuple(rows),
        attention(campaign, chain, game_state, sheets),
    )


def _named(states: Sequence[Readiness], state: State) -> tuple[str, ...]:
    """Name the players in this state for any stage, each once."""
    return tuple(dict.fromkeys(one.name for one in states if one.state == state))


def _said(player: str, one: Summary, away: Mapping[str, int]) -> str:
    """List WAIT or FINAL of a player's sheet in force, and their absence."""
    words = [one.word] if one.word else []
    words += [f"ABSENT until turn {away[player]}"] if player in away else []
    return ", ".join(words)


def _row(mailing: str, player: str, one: Summary) -> StatusRow:
    return {
        "stage": mailing,
        "player": player,
        "sheet": f"{one.number} ({one.name})" if one.number else "",
        "received": one.received,
        "problems": one.errors,
    }


def explain(campaign: Campaign, turn: str, what: str, depth: str = "") -> Explained:
    """Explain an event, unit, player, order line (``ilse:14``) or roll of a turn.

    ``text`` is for people, ``records`` are for tools. Faults with near matches for anything
    that does not exist.
    """
    return explain_gm.Explainer(turn_facts(campaign, turn)).explain(what, depth)


def turn_facts(campaign: Campaign, turn: str) -> explain_gm.TurnFacts:
    """Play a turn again from the state before it, and collect all that explanations need."""
    chain = in_force(campaign.folder)
    stage = stage_named(chain, turn)
    if stage.name == NEW:
        raise Faults.invalid(
            "nothing has happened in new", remedy="Set-up, if there is one, is turn 0"
        )
    place = chain.index(stage)
    if "/" not in stage.label:  # the rounds of battles belong to the turn that waited for them
        while place + 1 < len(chain) and "/" in chain[place + 1].label:
            place += 1
    whole = played_last(campaign, chain[: place + 1]).turn
    labels = [part.given.mailing for part in whole]
    stages = [one for one in chain if one.label in labels]
    return explained(campaign, whole, stages, stage)


def explained(
    campaign: Campaign, whole: Sequence[Played], stages: Sequence[StoredStage], stage: StoredStage
) -> explain_gm.TurnFacts:
    """Collect the facts of a turn from its ``stages``, played again as ``whole``."""
    after = whole[-1].stage.game_state
    assert after is not None
    return explain_gm.TurnFacts(
        campaign.ruleset,
        stage.label,
        after.state,
        after.seats,
        campaign.options,
        [event for one in whole for event in one.stage.events],
        [paper for one, stored in zip(whole, stages, strict=True) for paper in papers(one, stored)],
        [receipt for stored in stages for receipt in receipts(stored)],
        _dice_of(campaign, stages),
        _run_again(stages),
    )


def papers(played: Played, stage: StoredStage) -> list[explain_gm.Paper]:
    """List the sheets in force of a stage, with the records of their texts."""
    kept = {(one.player, one.number): one for one in receipts(stage)}
    return [
        explain_gm.Paper(
            player,
            one.sheet,
            one.reading,
            kept.get((player, one.text.number)),
            tuple(ruling for ruling in played.rulings if ruling.subject == player),
        )
        for player, submitted in played.submissions.items()
        for one in (played.chosen.get(player, submitted.main), *submitted.also)
        if one is not None
    ]


def receipts(stage: StoredStage) -> list[explain_gm.Receipt]:
    """List the records of every text of a stage."""
    return [
        explain_gm.Receipt(
            one.player,
            one.number,
            one.name,
            f"{TURNS}/{stage.name}/{one.file}",
            one.sha256,
            one.received,
            one.late,
            one.in_force,
        )
        for one in stage.part.sheets
    ]


def _dice_of(campaign: Campaign, stages: Sequence[StoredStage]) -> str:
    """Tell where the dice of these stages come from: a scheme, or files of real dice."""
    typed = [stage for stage in stages if DICE_FILE in stage.part.files]
    files = ", ".join(f"{TURNS}/{stage.name}/{DICE_FILE}" for stage in typed)
    return f"typed in: {files}" if files else campaign.part.dice


def _run_again(stages: Sequence[StoredStage]) -> str:
    return "\n".join(
        f"Turn {stage.label} as it was run again at {stage.part.rerun_at} ({TURNS}/{stage.name})."
        for stage in stages
        if stage.part.rerun_at
    )
