"""Load scenarios by name (``knighthawks/duel``) or from a game master's own file."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbm.engine.game import Ruleset
from pbm.engine.registry import names, package, ruleset
from pbm.kit.english import nearest
from pbm.kit.file_part import FilePart
from pbm.kit.package_data import package_data
from pbm.kit.problems import Faults, Problem
from pbm.kit.records import Record
from pbm.kit.toml_reader import load, read_toml, span_of, without_unknown


class Loaded(Record):
    """A scenario with its game, and the bytes it was read from."""

    ruleset: Ruleset
    scenario: Any
    data: bytes
    file: str

    def __reduce__(self) -> tuple[Any, ...]:
        """Send it to another process as bytes, to be read there, since a game is code."""
        return read_scenario, (self.data, self.file)


def shipped() -> list[str]:
    """List the scenarios that come with the program, as GAME/NAME, in order."""
    return [
        f"{game}/{entry.name.removesuffix('.toml')}"
        for game in names()
        for entry in sorted(
            files(package(game)).joinpath("scenarios").iterdir(), key=lambda entry: entry.name
        )
        if entry.name.endswith(".toml")
    ]


def load_scenario(where: str) -> Loaded:
    """Load a shipped scenario or a file; Faults with every fault at its place."""
    if where in shipped():
        return read_scenario(*_shipped_file(where))
    path = Path(where)
    try:
        own = path.read_bytes() if path.is_file() else None
    except OSError as fault:
        raise Faults.invalid(
            f"{path} cannot be read",
            reason=fault.strerror or "",
            remedy="Let whoever runs pbm read it and enter its folder (chmod)",
        ) from None
    if own is None:
        near = nearest(where, shipped())
        raise Faults.invalid(
            f'scenario "{where}" is not there',
            reason="no shipped scenario and no file has that name",
            remedy=f'Did you mean "{near}"?' if near else "pbm scenarios lists them",
        )
    return read_scenario(own, path.name)


def _shipped_file(where: str) -> tuple[bytes, str]:
    game, _, name = where.partition("/")
    file = f"{name}.toml"
    return package_data(package(game), f"scenarios/{file}"), file


def read_scenario(data: bytes, file: str) -> Loaded:
    """Parse a scenario; its ``game`` line names its game."""
    game = _game_of(data, file)
    try:
        found = ruleset(game)
    except Faults as faults:
        place = span_of(data.decode("utf-8-sig"), file, ("game",))
        raise Faults(*(replace(one, span=place) for one in faults.problems)) from None
    return Loaded(found, _checked(found.scenario, found.check_scenario, data, file), data, file)


# Many campaigns of a process have the same scenario, and one campaign is opened again and again.
@lru_cache(maxsize=16)
def _game_of(data: bytes, file: str) -> str:
    game = read_toml(data, file).get("game")
    if not isinstance(game, str):
        raise Faults.invalid(
            f"{file} does not say its game",
            remedy=f'Write  game = "{names()[0]}"  as its first line',
        )
    return game


@lru_cache(maxsize=16)
def _checked(
    model: type[FilePart], check: Callable[[Any], Iterable[Problem]], data: bytes, file: str
) -> Any:
    """The scenario as its game's record; Faults with every fault at its place."""
    try:
        scenario = load(model, data, file)
    except Faults as faults:
        # Check as much of its sense as can be read, to report all faults at once.
        sound = without_unknown(model, data)
        more = check(sound) if sound is not None else ()
        raise Faults(*faults.problems, *_at_places(more, data, file)) from None
    problems = _at_places(check(scenario), data, file)
    if problems:
        raise Faults(*problems)
    return scenario


def _at_places(problems: Iterable[Problem], data: bytes, file: str) -> list[Problem]:
    """Give each problem of a scenario the place that its path leads to."""
    text = data.decode("utf-8-sig")
    return [
        replace(one, span=span_of(text, file, one.path)) if one.path and one.span is None else one
        for one in problems
    ]


def rows() -> list[dict[str, Any]]:
    """List the shipped scenarios as records, one for each."""
    return [row for row, _ids in _rows()]


def rows_with_ids() -> list[dict[str, Any]]:
    """The same, each side with its id for ``pbm new --player``: ``A (Sathar)``."""
    return [
        row | {"sides": [f"{id} ({name})" for id, name in zip(ids, row["sides"], strict=True)]}
        for row, ids in _rows()
    ]


def _rows() -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Read the head of each shipped scenario, without loading its game."""
    for where in shipped():
        head = read_toml(*_shipped_file(where))
        sides = head["sides"]
        row = {name: head[name] for name in ("game", "name", "title")}
        row["sides"] = [side["name"] for side in sides]
        for players in ("players_min", "players_max"):
            row[players] = sum(side.get(players, 1) for side in sides)
        yield row, [side["id"] for side in sides]
