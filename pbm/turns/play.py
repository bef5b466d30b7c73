"""Play one stage from its inputs: choose the sheets in force and run the rules.

Run, rerun, replay and report all go through `play`; it reads nothing from disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.dice.keyed import Dice
from pbm.dice.scripted import ScriptedDice, parse_script
from pbm.dice.sealed import SCRIPTED, Phrases, SealedDice, salt_of
from pbm.engine.context import GameState, Phase
from pbm.engine.messages import message_of
from pbm.engine.ruling_parser import numbered_rulings
from pbm.engine.rulings import END, ROLL_VERBS, Loss, Ruling, not_withdrawn, seats_after
from pbm.engine.turn import Inputs, Stage, check_rulings, mailings_due, run
from pbm.engine.types import Seat, seat_of
from pbm.kit.english import listed, nearest
from pbm.kit.problems import Faults, Problem, illegal
from pbm.kit.records import Record
from pbm.packets.labels import labels_of
from pbm.sheets.envelope import Sheet
from pbm.sheets.received import RefusedText, Text
from pbm.storage.turn_toml import RULINGS_FILE
from pbm.turns.seal_phrases import phrases_of
from pbm.turns.state_file import settled
from pbm.turns.submissions import SelectedSheet, Submissions, all_submissions
from pbm.turns.subtask_dispatch import dispatcher


class Given(Record):
    """All inputs of a stage other than the game state, as they are stored.

    ``refused`` are texts that came for it and were not taken: not inputs, but reported.
    ``beacon`` is the public value that sealed dice take in, "" for none.
    ``mailing`` names the stage, even where no orders are due (a set-up without choices).
    """

    mailing: str
    texts: tuple[Text, ...] = ()
    rulings: bytes = b""
    script: bytes | None = None
    go_on: bool = False
    refused: tuple[RefusedText, ...] = ()
    beacon: str = ""


class Played(Record):
    """A stage that was played, with its sheets in force and its rulings.

    ``chosen`` are each player's sheets of the kind that was due, ``submissions`` all they sent.
    ``earlier`` are stages of its turn before it that are not fully reported yet. Where dice are
    sealed, ``proofs`` maps each roll's name to its proof; ``phrases`` are those of the stage
    that made the salt.
    """

    given: Given
    stage: Stage
    chosen: Mapping[str, SelectedSheet]
    rulings: tuple[Ruling, ...]
    submissions: Mapping[str, Submissions]
    earlier: tuple[Played, ...] = ()
    proofs: Mapping[str, str] = {}
    phrases: Phrases | None = None

    @property
    def turn(self) -> tuple[Played, ...]:
        """All stages that are reported with this one, in their order, itself included."""
        return (*self.earlier, replace(self, earlier=()))


def carried_on(campaign: Campaign, played: Played) -> tuple[Played, ...]:
    """List the held stages that the next stage is to report besides itself."""
    after = played.stage.game_state
    assert after is not None, "no stage follows one that stopped at the docket"
    held = campaign.ruleset.held(after.state, played.given.mailing)
    return () if held is None else played.turn


def the_seat(seats: Sequence[Seat], words: str) -> Seat:
    """Find the seat with this id or name; Faults with a suggestion for any other."""
    seat = seat_of(seats, words)
    if seat is not None:
        return seat
    known = [seat.name for seat in seats]
    near = nearest(words, [*known, *(seat.id for seat in seats)])
    raise Faults.invalid(
        f'"{words}" is not a player in this campaign',
        reason=f"the players are {', '.join(known)}",
        remedy=f'Did you mean "{near}"?' if near else "",
    )


def phases_to_come(campaign: Campaign, game_state: GameState) -> tuple[Phase, ...]:
    """List the phases of the turn that are still to be played."""
    if game_state.result:
        return ()
    phases = campaign.ruleset.phases(game_state.state, game_state.turn, campaign.options)
    return phases[game_state.phase :]


def main_of(submissions: Mapping[str, Submissions]) -> dict[str, SelectedSheet]:
    """Map each player who sent one to their sheet of the kind that is due."""
    return {
        player: submitted.main
        for player, submitted in submissions.items()
        if submitted.main is not None
    }


def _main(submitted: Submissions) -> tuple[SelectedSheet, ...]:
    return () if submitted.main is None else (submitted.main,)


def play(
    campaign: Campaign,
    game_state: GameState,
    given: Given,
    *,
    earlier: tuple[Played, ...] = (),
    script_name: str = "",
    rulings_name: str = "rulings.txt",
    progress: Progress = quiet,
) -> Played:
    """Play one stage from its inputs; ``earlier`` are held stages of its turn.

    ``script_name`` is the file of dice that are typed in now. Of those stored with a stage that
    is played again some may be left over, and a ruling gives those that come new.

    Faults for rulings or dice that cannot be used; a stop at the docket is not a fault (see
    `Stage`).
    """
    submissions = all_submissions(campaign, game_state, given.mailing, given.texts)
    chosen = main_of(submissions)
    phrases: Phrases | None = None
    if campaign.key is not None and not game_state.salt:
        phrases = phrases_of(
            campaign, campaign.key, game_state, given.mailing, given.texts, submissions
        )
        # A set-up that is due for phrases alone reads no sheet.
        due = mailings_due(campaign.ruleset, game_state, campaign.options)
        salt = salt_of(campaign.key.public, phrases.entries)
        game_state = replace(game_state, due=due, salt=salt)
    rulings = read_rulings(
        campaign,
        game_state,
        given.rulings,
        rulings_name,
        {player: one.sheet for player, one in chosen.items()},
    )
    dice, script = _dice(campaign, game_state, given, script_name)
    inputs = Inputs(
        {player: one.sheet for player, one in chosen.items()},
        rulings,
        given.go_on,
        {
            player: tuple(one.sheet for one in submitted.also)
            for player, submitted in submissions.items()
        },
        tuple(
            message_of(player, one.sheet)
            for sent in (*(stage.submissions for stage in earlier), submissions)
            for player, submitted in sent.items()
            for one in submitted.messages
        ),
        {
            player: tuple((one.sheet, one.reading) for one in (*_main(submitted), *submitted.also))
            for player, submitted in submissions.items()
        },
    )
    on_rolls = any(ruling.verb in ROLL_VERBS for ruling in rulings)
    if on_rolls:
        inputs = replace(inputs, labels=_labels(campaign, game_state))
    stage = run(
        campaign.ruleset,
        game_state,
        given.mailing if game_state.due else "",
        inputs,
        campaign.options,
        dice,
        campaign.ids,
        lambda title, done, of: progress(title, done, of),
        # Typed faces are used up in the order of the rolls, so in this process alone.
        None
        if script is not None or on_rolls
        else dispatcher(dice, campaign.dice(game_state, given.mailing, given.beacon), progress),
    )
    is_over = stage.game_state is not None
    if script is not None and script_name and is_over and (left := script.leftover()):
        raise Faults(*left)
    if stage.unapplied:
        raise Faults(
            *(
                illegal(
                    f"this stage of the turn does not reach {ruling.before}",
                    ruling.span,
                    remedy="Keep the ruling for the stage with that phase",
                )
                for ruling in stage.unapplied
            )
        )
    # The reading made in the turn counts, after rulings on single lines; the sheet stays as it
    # was written, so that a line taken out is reported as such.
    for player, reading in stage.readings.items():
        chosen[player] = replace(chosen[player], reading=reading)
    for player, readings in stage.also.items():
        also = tuple(
            replace(one, reading=reading)
            for one, reading in zip(submissions[player].also, readings, strict=False)
        )
        submissions[player] = replace(submissions[player], main=chosen.get(player), also=also)
    if stage.game_state is not None:
        stage = replace(stage, game_state=settled(campaign.ruleset, stage.game_state))
    proofs = _proofs(campaign, stage, dice)
    return Played(given, stage, chosen, rulings, submissions, earlier, proofs, phrases)


def voided(played: Played) -> list[Problem]:
    """List the rulings of a stage that changed nothing when their phase came, with the reason."""
    void = {
        event.id: event
        for event in played.stage.events
        if event.kind == "ruling" and "void" in event.facts and event.facts["verb"] != "answer"
    }
    return [
        illegal(
            f"{ruling.id} changes nothing: {ruling.text}",
            ruling.span,
            reason=f"{_when(ruling, event.phase)}{str(event.facts['void']).rstrip('.')}",
            remedy=f"Write another ruling, or: withdraw {ruling.id}",
        )
        for ruling in played.rulings
        if (events := [void.get(id) for id in played.stage.ruled.get(ruling.id, ())])
        and all(events)
        and (event := events[-1]) is not None
    ]


_MOST_ROLLS = 5  # that are named where a ruling meets several


def remarks(played: Played) -> dict[str, str]:
    """Say of rulings, by their ids, what their words do not tell.

    Of one on several rolls which they are (a volley that takes a term and a roll counts once for
    each), of one whose effect the turn undid how, and how it would last.
    """
    found = {id: _undone(loss) for id, loss in played.stage.undone.items()}
    for id, rolls in played.stage.ruled_rolls.items():
        if len(rolls) > 1:
            more = [f"{len(rolls) - _MOST_ROLLS} more"] if len(rolls) > _MOST_ROLLS else []
            found[id] = f"meets {len(rolls)} rolls: {listed([*rolls[:_MOST_ROLLS], *more])}"
    return found


def _undone(loss: Loss) -> str:
    """What follows the id of a ruling that the turn undid."""
    ways = [
        f". To put it back {till}: {' and '.join(f'before {at}: {one}' for one in loss.remedy)}"
        for at, till in ((loss.later, "for the rest of the turn"), (END, "at the end of the turn"))
        if at and loss.remedy
    ]
    lost = f"did not last: it held {loss.held}, but {loss.words} in {loss.phase} all the same"
    return "".join([lost, *ways])


def _when(ruling: Ruling, phase: str) -> str:
    if not ruling.of_game:
        return ""
    return "At the end: " if phase == END else f"When {phase} begins: "


def read_rulings(
    campaign: Campaign,
    game_state: GameState,
    data: bytes,
    file: str,
    sheets: Mapping[str, Sheet] | None = None,
    docket: Sequence[str] | None = None,
    kept: bytes = b"",
) -> tuple[Ruling, ...]:
    """Parse and check rulings, as far as possible; Faults with every problem.

    ``kept`` are rulings of the turn before these; all are given, with those of them that hold.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    lines = (
        None
        if sheets is None
        else {
            player: sorted({at for line in sheet.lines for at in line.numbers})
            for player, sheet in sheets.items()
        }
    )
    phases = phases_to_come(campaign, game_state)
    seats = game_state.seats
    before = kept.decode("utf-8-sig", "replace")
    earlier, problems = numbered_rulings(before, RULINGS_FILE, seats, phases, lines, docket)
    for ruling in earlier:
        seats = tuple(seats_after(seats, ruling))
    new, more = numbered_rulings(text, file, seats, phases, lines, docket, earlier)
    rulings = not_withdrawn([*earlier, *new])
    problems += more
    problems += check_rulings(campaign.ruleset, game_state, rulings, campaign.options, campaign.ids)
    if problems:
        raise Faults(*problems)
    return tuple(rulings)


def _dice(
    campaign: Campaign, game_state: GameState, given: Given, name: str
) -> tuple[Dice, ScriptedDice | None]:
    if given.script is None:
        return campaign.dice(game_state, given.mailing, given.beacon), None
    text = given.script.decode("utf-8-sig", "replace")
    parsed, problems = parse_script(text, name or "dice.txt")
    if problems:
        raise Faults(*problems)
    dice = ScriptedDice(parsed, _labels(campaign, game_state), is_stored=not name)
    return dice, dice


def _labels(campaign: Campaign, game_state: GameState) -> dict[str, str]:
    """Map the ids of things to the game master's names for them."""
    ruleset = campaign.ruleset
    view = ruleset.build_view(game_state.state, "", game_state.seats, campaign.options)
    return labels_of(view.written())


def _proofs(campaign: Campaign, stage: Stage, dice: Dice) -> Mapping[str, str]:
    """Map each roll of a stage to its proof, or to a mark that it was typed in."""
    if isinstance(dice, SealedDice):
        ruled = (event.facts.get("roll") for event in stage.events if event.kind == "ruling")
        return {**dice.proofs, **{name: SCRIPTED for name in ruled if isinstance(name, str)}}
    if not campaign.is_sealed:
        return {}
    return {roll.name: SCRIPTED for event in stage.events for roll in event.rolls}
