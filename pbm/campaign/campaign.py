"""Open a campaign: read and check campaign.toml, scenario.toml and secret.toml.

Nothing here writes. docs/campaign.md describes the folder.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, field
from msgspec.structs import replace

from pbm.campaign.mail_settings import MailPart, check_address
from pbm.campaign.passes import pass_of
from pbm.campaign.scenarios import Loaded, read_scenario
from pbm.campaign.secrets import SECRET_FILE, Secret, read_secret
from pbm.dice.keyed import KEYED_SCHEME, Dice, Ids, KeyedDice
from pbm.dice.sealed import IDS_SCHEME, SEALED_SCHEMES, IdentifyingDice, SealedDice, read_key
from pbm.dice.vrf import PrivateKey
from pbm.engine.context import GameState
from pbm.engine.game import Ruleset
from pbm.engine.options import settle
from pbm.engine.player_names import check_name
from pbm.engine.registry import names
from pbm.engine.types import Seat
from pbm.kit.clock import is_zone
from pbm.kit.english import count, nearest
from pbm.kit.file_part import Check, FilePart
from pbm.kit.problems import PUT_BACK, CampaignFault, Faults, Problem, Span, invalid, unreadable
from pbm.kit.records import Record
from pbm.kit.toml_reader import load, span_of
from pbm.storage.turn_folders import TURNS, digest
from pbm.storage.turn_toml import NEW, TURN_FILE

CAMPAIGN_FILE = "campaign.toml"
SCENARIO_FILE = "scenario.toml"
CAMPAIGN_FORMAT = "pbm-campaign-1"
SCHEMES = (KEYED_SCHEME, *SEALED_SCHEMES)
# Names of folders in a turn, which no seat may have as its id.
RESERVED = ("gm", "new", "unread", "all")

Progress = Callable[[str, int, int], None]


def quiet(_what: str, _done: int, _of: int) -> None:
    """Report progress to nobody."""


SeatId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9-]{0,39}\Z",
        description="small letters, figures and -, at most 40",
    ),
]


class PlayerPart(FilePart):
    """One seat: its fixed id, and its player's name, side and address."""

    id: SeatId
    name: Annotated[str, Check(check_name)]
    side: Annotated[str, Meta(min_length=1, max_length=20)]
    address: Annotated[str, Check(check_address)] = ""


def _zone(zone: str) -> str:
    if not is_zone(zone):
        raise ValueError(f'"{zone}" is not a time zone')
    return zone


def _format(name: str) -> str:
    if name != CAMPAIGN_FORMAT:
        raise ValueError(
            f'this version reads "{CAMPAIGN_FORMAT}"; install the version that wrote the file'
        )
    return name


class SchedulePart(FilePart):
    """The deadline of a turn: days after the last run (0: none), hour, time zone."""

    days: Annotated[int, Meta(ge=0, le=3650)] = 0
    hour: Annotated[
        str,
        Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d\Z", description="a time of day, 00:00 to 23:59"),
    ] = "20:00"
    zone: Annotated[str, Check(_zone)] = "UTC"


class CampaignPart(FilePart):
    """The contents of campaign.toml; ``seal`` and ``beacon``: key and source of sealed dice."""

    format: Annotated[str, Check(_format)] = CAMPAIGN_FORMAT
    name: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,40}\Z",
            description="letters, figures, - and _, at most 41",
        ),
    ]
    title: Annotated[str, Meta(min_length=1, max_length=100)]
    game: str
    adjudication: Annotated[int, Meta(ge=1)]
    dice: str = KEYED_SCHEME
    begun: str
    published: bool = False
    seal: str = ""
    beacon: str = ""
    players: Annotated[tuple[PlayerPart, ...], Meta(min_length=1, max_length=1000)]
    options: Mapping[str, str] = field(default_factory=dict)
    schedule: SchedulePart = SchedulePart()
    mail: MailPart | None = None


class Campaign(Record):
    """An open campaign: its folder, the contents of its files, its game."""

    folder: Path
    part: CampaignPart
    loaded: Loaded
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    secret: Secret

    @property
    def name(self) -> str:
        """The name that sheets give it."""
        return self.part.name

    @property
    def seed(self) -> bytes:
        """The seed of its dice."""
        return self.secret.seed.encode()

    @property
    def has_passes(self) -> bool:
        """True if its next sheets have passes: begun with them, or played by mail."""
        return bool(self.secret.pass_key) or self.part.mail is not None

    def password(self, player: str, mailing: str) -> str:
        """The pass of a seat for a stage."""
        return pass_of(self.secret.key, self.name, player, mailing)

    @property
    def ruleset(self) -> Ruleset:
        """Its game."""
        return self.loaded.ruleset

    @property
    def ids(self) -> Ids:
        """The opaque names of this campaign."""
        return Ids(self.seed)

    @property
    def key(self) -> PrivateKey | None:
        """The key of its sealed dice; None where dice are not sealed."""
        return self.secret.private if self.is_sealed else None

    @property
    def is_sealed(self) -> bool:
        """True if every roll can be proven."""
        return self.part.dice in SEALED_SCHEMES

    def dice(self, game_state: GameState, mailing: str = "", beacon: str = "") -> Dice:
        """The dice of the stage to be played, by the campaign's scheme."""
        key = self.key
        if key is None:
            return KeyedDice(self.seed, game_state.turn)
        scheme = IdentifyingDice if self.part.dice == IDS_SCHEME else SealedDice
        return scheme(key, self.name, game_state.turn, game_state.salt, mailing, beacon)


def open_campaign(folder: Path) -> Campaign:
    """Open a campaign; Faults with every fault of its files at its place.

    Faults too for a folder without a campaign; CampaignFault where a file of the campaign is
    missing or a newer version of the program is needed.
    """
    if not (folder / CAMPAIGN_FILE).is_file():
        raise Faults.invalid(
            f"{folder} is not a campaign",
            reason=f"it has no {CAMPAIGN_FILE}",
            remedy="pbm new begins a campaign",
        )
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, reads in _FILES.items():
        try:
            found[name] = reads(read(folder, name))
        except Faults as faults:
            problems += faults.problems
    if problems:
        raise CampaignFault(*problems)
    try:
        part, loaded, secret = found.values()
        return assemble(folder, part, loaded, secret, (folder / CAMPAIGN_FILE).read_bytes())
    except Faults as faults:
        changed = _scenario_changed(folder)
        if not changed:
            raise
        raise CampaignFault(*changed, *faults.problems) from None


def open_campaigns(folders: Sequence[Path]) -> list[Campaign]:
    """Open each of these campaigns once; Faults with every fault of all of them."""
    found: list[Campaign] = []
    problems: list[Problem] = []
    broken = False
    for folder in {one.resolve(): one for one in folders}.values():
        try:
            found.append(open_campaign(folder))
        except Faults as faults:
            problems += (_of(folder, problem) for problem in faults.problems)
            broken |= isinstance(faults, CampaignFault)
    if problems:
        raise CampaignFault(*problems) if broken else Faults(*problems)
    return found


def _of(folder: Path, problem: Problem) -> Problem:
    """Add the campaign's folder to a problem."""
    if problem.span is not None:
        return replace(problem, span=replace(problem.span, file=f"{folder}/{problem.span.file}"))
    if str(folder) in problem.fault:
        return problem
    return replace(problem, fault=f"{folder}: {problem.fault}")


def _scenario_changed(folder: Path) -> list[Problem]:
    """Report a scenario that is not the one the campaign began with.

    Its players may not fit the changed one, and then campaign.toml is not to blame.
    """
    record = folder / TURNS / NEW / TURN_FILE
    try:
        own = tomllib.loads(record.read_text(encoding="utf-8")).get("own", {})
    except (OSError, ValueError):
        return []  # the campaign is just being begun, or has worse faults
    if own.get(SCENARIO_FILE) in (None, digest(read(folder, SCENARIO_FILE))):
        return []
    return [
        invalid(
            f"{SCENARIO_FILE} was changed after the campaign began",
            reason="it differs from the record; the following faults may come from that",
            remedy=PUT_BACK,
        )
    ]


def read(folder: Path, name: str) -> bytes:
    """Read a file of the campaign; CampaignFault if it cannot be read."""
    try:
        return (folder / name).read_bytes()
    except OSError as refused:
        raise unreadable(name, refused, PUT_BACK) from None


# A process that takes in mail opens a campaign again and again.
@lru_cache(maxsize=16)
def read_campaign(data: bytes) -> CampaignPart:
    """Parse campaign.toml; Faults with every fault at its place."""
    return load(CampaignPart, data, CAMPAIGN_FILE)


# The function that reads each file of a campaign.
_FILES: Mapping[str, Callable[[bytes], Any]] = {
    CAMPAIGN_FILE: read_campaign,
    SCENARIO_FILE: lambda data: read_scenario(data, SCENARIO_FILE),
    SECRET_FILE: read_secret,
}


def assemble(
    folder: Path, part: CampaignPart, loaded: Loaded, secret: Secret, data: bytes
) -> Campaign:
    """Put a campaign together; Faults for parts that do not fit each other.

    ``data`` are the bytes of campaign.toml, for the places of faults.
    """
    text = data.decode("utf-8-sig", "replace")

    def at(*path: str | int) -> Span:
        return span_of(text, CAMPAIGN_FILE, path)

    seats = tuple(Seat(player.id, player.name, player.side) for player in part.players)
    options, wrong = settle(loaded.ruleset.all_options, part.options)
    problems = [
        *_problems(part, loaded.ruleset, secret, at),
        *(replace(one, span=at("options", *one.path)) for one in wrong),
        *seat_problems(seats, loaded.scenario, at),
    ]
    if problems:
        raise CampaignFault(*problems)
    return Campaign(folder, part, loaded, options, seats, secret)


def _problems(
    part: CampaignPart, game: Ruleset, secret: Secret, at: Callable[..., Span]
) -> Iterator[Problem]:
    """List faults of campaign.toml itself: game, versions, dice."""
    if part.game != game.name:
        near = nearest(part.game, names())
        yield invalid(
            f'game is "{part.game}", but the scenario is for {game.name}',
            at("game"),
            remedy=f'Did you mean "{near}"?' if near else "",
        )
    if part.adjudication > game.adjudication:
        yield invalid(
            f"the campaign was played with version {part.adjudication} of the rules of "
            f"{game.title}",
            at("adjudication"),
            reason=f"this pbm has version {game.adjudication}",
            remedy="Install a newer pbm",
        )
    if part.dice not in SCHEMES:
        yield invalid(
            f'the dice scheme "{part.dice}" is unknown',
            at("dice"),
            reason=f"this pbm knows {', '.join(SCHEMES)}",
            remedy="Install a newer pbm",
        )
    yield from _seal_problems(part, secret, at)


def _seal_problems(part: CampaignPart, secret: Secret, at: Callable[..., Span]) -> list[Problem]:
    """List faults of the keys of sealed dice; no message shows the private key."""
    if part.dice not in SEALED_SCHEMES:
        return []
    try:
        public = read_key(part.seal)
    except ValueError as refused:
        fault = "the seal is not a key that can prove dice"
        return [invalid(fault, at("seal"), reason=str(refused), remedy=PUT_BACK)]
    if secret.private is None:
        fault = "the private key of the sealed dice is missing"
        reason = f"{SECRET_FILE} has no primes"
        return [invalid(fault, reason=reason, remedy=PUT_BACK)]
    if secret.private.public != public:
        fault = f"the private key in {SECRET_FILE} does not belong to the seal"
        reason = "another key would give other dice"
        return [invalid(fault, at("seal"), reason=reason, remedy=PUT_BACK)]
    return []


def seat_problems(
    seats: Sequence[Seat], scenario: Any, at: Callable[..., Span | None]
) -> Iterator[Problem]:
    """List faults of the seats: names given twice, unknown sides, too few or too many."""
    seen: set[str] = set()
    for number, seat in enumerate(seats):
        for key, value in (("id", seat.id), ("name", seat.name.casefold())):
            if f"{key} {value}" in seen:
                yield invalid(
                    f'two players have the {key} "{value}"',
                    at("players", number, key),
                    remedy="Give each player their own, since sheets are told apart by it",
                )
            seen.add(f"{key} {value}")
        if seat.id in RESERVED:
            yield invalid(f'a player cannot have the id "{seat.id}"', at("players", number, "id"))
    known = {side.id: side for side in scenario.sides}
    for number, seat in enumerate(seats):
        if seat.side not in known:
            called = {**{side.name: side.id for side in scenario.sides}, **{id: id for id in known}}
            near = nearest(seat.side, called)
            listed = ", ".join(f"{side.id} ({side.name})" for side in scenario.sides)
            yield invalid(
                f'{seat.name}: there is no side "{seat.side}"',
                at("players", number, "side"),
                reason=f"the sides are {listed}",
                remedy=f'Did you mean "{called[near]}"?' if near else "",
            )
    for side in scenario.sides:
        taken = sum(seat.side == side.id for seat in seats)
        least, most = side.players_min, side.players_max
        if not least <= taken <= most:
            yield invalid(
                f"side {side.id} ({side.name}) has {count(taken, 'player')}",
                at("players"),
                reason=f"it takes {least if least == most else f'{least} to {most}'}",
            )
