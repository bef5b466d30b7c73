"""What holds for the prefilled sheets and the packets of every registered game.

They are those of a campaign that two players play by their prefilled sheets, and those of the
tables that a game hands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import fields, replace

from pbm.campaign.campaign import Campaign
from pbm.engine import registry
from pbm.engine.events import OrderRef
from pbm.engine.types import Reading
from pbm.kit.problems import Severity, render_all
from pbm.kit.records import Record
from pbm.packets.build import packet_bytes
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import Sheet, envelope, find_sheets
from pbm.storage.turn_folders import in_force
from pbm.turns.history import begin_of, game_state_after
from pbm.turns.receipt import findings
from tests.games import prefilled
from tests.games.contract import contract
from tests.games.language import Table
from tests.sheets import accounted_for

GAMES = registry.names()
for_every_game = pytest.mark.parametrize("game", GAMES)
# A mail program breaks lines that are longer.
WIDEST = 78


@pytest.fixture(scope="module")
def campaign_of(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The campaign of a game, played once."""

    @cache
    def played(game: str) -> Campaign:
        return prefilled.play(tmp_path_factory.mktemp(game) / "c", contract(game))

    return played


def tables(game: str, campaign: Campaign) -> Iterator[Table]:
    """What each player knows as each stage is due, and the tables of the game's contract."""
    language = contract(game).language
    yield from language.tables if language else ()
    chain = in_force(campaign.folder)
    after = [game_state_after(campaign, chain[:count]) for count in range(1, len(chain) + 1)]
    for state in (begin_of(campaign), *after):
        for seat in state.seats:
            view = campaign.ruleset.build_view(state.state, seat.id, state.seats, campaign.options)
            for due in state.due:
                kind = campaign.ruleset.awaited(due).name
                yield Table(view, kind, due, seat.name, campaign.options)


def is_order(line: str) -> bool:
    """True for a line with more than a remark."""
    return bool(line.partition("#")[0].strip())


def body_of(game: str, table: Table) -> str:
    """The body of the prefilled sheet."""
    return registry.ruleset(game).template(table.view, table.due, table.options)


def sheet_of(game: str, table: Table, body: str) -> Sheet:
    """A sheet with a body, which must be one without a fault."""
    text = envelope(table.kind, "age", table.due, table.player, "K7QM", body)
    found = find_sheets(text.encode(), "next.txt", registry.ruleset(game).all_kinds)
    (sheet,) = found.sheets
    problems = (*found.problems, *sheet.remarks)
    assert not problems, render_all(problems)
    return sheet


def read(game: str, table: Table, body: str) -> tuple[Sheet, Reading]:
    """The sheet with a body, and its reading."""
    sheet = sheet_of(game, table, body)
    return sheet, registry.ruleset(game).read(sheet, table.view, table.options)


@for_every_game
def test_the_next_sheet_reads_without_a_problem(game: str, campaign_of: Any) -> None:
    """A note may stand in it, as where a player may still choose."""
    understood = 0
    for table in tables(game, campaign_of(game)):
        _sheet, reading = read(game, table, body_of(game, table))
        problems = [one for one in reading.problems if one.severity is not Severity.NOTE]
        assert not problems, render_all(problems)
        understood += len(reading.understood)
    assert understood


def bare(value: Any) -> Any:
    """A value without the places in which its orders were written."""
    if isinstance(value, OrderRef):
        return None
    if isinstance(value, Record):
        return replace(value, **{one.name: bare(getattr(value, one.name)) for one in fields(value)})
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items()}
    return tuple(map(bare, value)) if isinstance(value, tuple) else value


def printers() -> Iterator[tuple[str, Callable[[Any, Any], str]]]:
    """The games that can print the body of a sheet from its commands, and how they do."""
    for game in GAMES:
        language = contract(game).language
        if language is not None and language.body is not None:
            yield game, language.body


@pytest.mark.parametrize(("game", "printed"), [*printers()])
def test_what_the_next_sheet_orders_prints_and_reads_back(
    game: str, printed: Callable[[Any, Any], str], campaign_of: Any
) -> None:
    for table in tables(game, campaign_of(game)):
        _sheet, reading = read(game, table, body_of(game, table))
        body = printed(table.view, reading.commands)
        _sheet, again = read(game, table, body)
        assert bare(again.commands) == bare(reading.commands), body


@for_every_game
def test_without_any_one_line_the_next_sheet_can_be_read(game: str, campaign_of: Any) -> None:
    """Each line that is left is understood, or a problem speaks of it."""
    language = contract(game).language
    for table in tables(game, campaign_of(game)):
        lines = body_of(game, table).splitlines()
        for gone in (place for place, line in enumerate(lines) if is_order(line)):
            body = "\n".join([*lines[:gone], *lines[gone + 1 :]])
            sheet, reading = read(game, table, body)
            told = language.told(sheet) if language else [one.number for one in sheet.lines]
            for line in sheet.lines:
                if line.number in told:
                    numbers = [number for number, _typed in line.typed]
                    assert any(accounted_for(reading, one, line.text) for one in numbers), (
                        f"without {lines[gone]}",
                        line,
                        findings(sheet, reading),
                    )


@for_every_game
def test_who_is_not_idle_finds_something_to_order(game: str, campaign_of: Any) -> None:
    """The games show in their own tests who is idle."""
    campaign = campaign_of(game)
    ruleset, chain = campaign.ruleset, in_force(campaign.folder)
    tried = 0
    for count in range(1, len(chain) + 1):
        now = game_state_after(campaign, chain[:count])
        for seat in now.seats:
            view = ruleset.build_view(now.state, seat.id, now.seats, campaign.options)
            for due in now.due:
                body = ruleset.template(view, due, campaign.options)
                idle = not any(map(is_order, body.splitlines()))
                assert ruleset.is_idle(now.state, seat.id) == idle
                tried += 1
    assert tried


@for_every_game
def test_no_mail_program_breaks_a_line_of_the_next_sheet(game: str, campaign_of: Any) -> None:
    for table in tables(game, campaign_of(game)):
        assert max(map(len, body_of(game, table).splitlines()), default=0) <= WIDEST


def turned(value: Any) -> Any:
    """The same with the keys of all its tables in the other order."""
    if isinstance(value, dict):
        return {key: turned(part) for key, part in reversed(value.items())}
    return [turned(part) for part in value] if isinstance(value, (list, tuple)) else value


@for_every_game
def test_the_next_sheet_is_the_same_whatever_the_order_of_keys(game: str, campaign_of: Any) -> None:
    view = registry.ruleset(game).view
    for table in tables(game, campaign_of(game)):
        other = replace(table, view=view.read(turned(table.view.written())))
        assert body_of(game, other) == body_of(game, table)


# --- packets ----------------------------------------------------------------------------------


@for_every_game
def test_a_view_is_written_and_read_again_the_same(game: str, campaign_of: Any) -> None:
    for table in tables(game, campaign_of(game)):
        assert registry.ruleset(game).view.read(table.view.written()) == table.view


@for_every_game
def test_a_packet_has_its_schema_and_is_read_and_written_again_the_same(
    game: str, campaign_of: Any
) -> None:
    campaign = campaign_of(game)
    files = sorted(campaign.folder.glob("turns/*/reports/*/packet.json"))
    assert len(files) == len(prefilled.SEATS) * (1 + prefilled.TURNS)
    for file in files:
        data = file.read_bytes()
        packet = read_packet(data, file.name)
        assert packet_bytes(packet) == data
        known = registry.ruleset(game).view.read(packet["known"])
        assert json.loads(json.dumps(known.written())) == packet["known"]
