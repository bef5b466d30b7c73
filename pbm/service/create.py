"""Begin a campaign: its players, options and scenario, and its first reports."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from pbm.campaign.campaign import (
    CAMPAIGN_FILE,
    RESERVED,
    SCENARIO_FILE,
    Campaign,
    CampaignPart,
    Progress,
    SchedulePart,
    assemble,
    open_campaign,
    quiet,
    read_campaign,
    seat_problems,
)
from pbm.campaign.mail_settings import check_address
from pbm.campaign.outbox import outbox_bytes, outbox_name
from pbm.campaign.scenarios import Loaded, load_scenario
from pbm.campaign.secrets import SECRET_FILE, SECRET_MODE, new_secret, secret_bytes
from pbm.dice.beacon import chain_of, source_fault
from pbm.dice.keyed import KEYED_SCHEME
from pbm.dice.sealed import IDS_SCHEME, key_text
from pbm.dice.vrf import PrivateKey, new_key
from pbm.engine.options import settle
from pbm.engine.player_names import check_new_name
from pbm.engine.types import Seat
from pbm.kit.clock import moment, stamp
from pbm.kit.english import listed
from pbm.kit.file_part import document_of, part_of
from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.text import folded
from pbm.storage.atomic_files import LOCK, put_folder
from pbm.storage.turn_folders import TURNS
from pbm.storage.turn_toml import NEW
from pbm.turns.assemble import draft_new, keys_mark, print_pages
from pbm.turns.history import begin_of
from pbm.turns.integrity import own_hashes

EXAMPLE = "7 20:00 Europe/Berlin"


def new_campaign(
    folder: Path,
    scenario: str,
    *,
    players: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    seed: str | None = None,
    at: str | None = None,
    published: bool = False,
    schedule: Mapping[str, Any] | None = None,
    sealed: bool = False,
    beacon: str = "",
    key: PrivateKey | None = None,
    scheme: str = IDS_SCHEME,
    pdfs: bool = True,
    progress: Progress = quiet,
) -> Campaign:
    """Begin a campaign in a new or empty folder, and return it open.

    ``scenario`` is GAME/NAME or a file; ``players`` are ``SIDE=NAME`` or
    ``SIDE=NAME:ADDRESS``, in the order in which they take the side's positions; a side without
    a named player is played under its own name. The campaign has the name of its folder.
    Writes turns/new with the state before set-up, first reports and set-up sheets, by one rename.
    ``schedule`` has the fields of `SchedulePart`. ``beacon`` is the source of the public values
    that sealed dice take in; "" for none: rounds of drand need a schedule.
    ``key`` and ``scheme`` are those of a campaign with sealed dice that is to be begun again.
    Without ``pdfs`` no PDFs are made, and ``report`` makes them later.
    Faults for every wrong player, option, time or scenario.
    """
    begun = stamp(moment(at))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Faults.invalid(
            f"{folder} exists already", remedy="Name a folder that does not exist yet"
        )
    loaded = load_scenario(scenario)
    problems: list[Problem] = []
    if seed is not None and not 0 < len(seed) <= 1000:
        problems.append(invalid("the seed is empty or longer than 1000 characters"))
    parts = _players(players, loaded, problems)
    chosen = {**getattr(loaded.scenario, "options", {}), **(options or {})}
    values, wrong = settle(loaded.ruleset.all_options, chosen)
    problems += wrong
    if beacon and (fault := source_fault(beacon)):
        problems.append(invalid(f'"{beacon}" is not a source of public values', reason=fault))
    elif chain_of(beacon) is not None and not (schedule or {}).get("days"):
        problems.append(
            invalid(
                f"rounds of {beacon} need deadlines",
                reason="without them you could choose among the rounds",
                remedy=f'Give --schedule "{EXAMPLE}", a source in words such as --beacon "the '
                'Saturday lottery", or --beacon none',
            )
        )
    if problems:
        raise Faults(*problems)
    if sealed and key is None:
        key = new_key()
    secret = new_secret(seed, key, published=published)
    whole: dict[str, Any] = {
        "name": slug(folder.resolve().name),
        "title": loaded.scenario.title,
        "game": loaded.ruleset.name,
        "adjudication": loaded.ruleset.adjudication,
        "dice": KEYED_SCHEME if key is None else scheme,
        "seal": "" if key is None else key_text(key.public),
        "beacon": "" if key is None else beacon,
        "begun": begun,
        "published": published,
        "players": parts,
        "options": values,
    } | ({"schedule": dict(schedule)} if schedule else {})
    text = _campaign_bytes(part_of(CampaignPart, whole))
    campaign = assemble(folder, read_campaign(text), loaded, secret, text)
    own = own_hashes(text, loaded.data, keys_mark(campaign))
    drafted = draft_new(campaign, begin_of(campaign), begun, own=own)
    made = print_pages(campaign, drafted, pdfs=pdfs, progress=progress)
    files = {
        CAMPAIGN_FILE: text,
        SCENARIO_FILE: loaded.data,
        SECRET_FILE: secret_bytes(secret),
        outbox_name(NEW): outbox_bytes(made.part),
        **{f"{TURNS}/{NEW}/{name}": data for name, data in made.files.items()},
    }
    if not published:
        files[".gitignore"] = f"{SECRET_FILE}\n{LOCK}\n.tmp-*\n".encode()
    put_folder(folder, files, {SECRET_FILE: SECRET_MODE})
    return open_campaign(folder)


def read_schedule(text: str) -> dict[str, Any]:
    """Read days after each run, hour and time zone, such as `EXAMPLE`; Faults for other words.

    >>> read_schedule("7 20:00 Europe/Berlin")
    {'days': 7, 'hour': '20:00', 'zone': 'Europe/Berlin'}
    """
    try:
        said = dict(zip(("days", "hour", "zone"), text.split(), strict=True))
        return document_of(part_of(SchedulePart, said))
    except ValueError:
        raise Faults.invalid(
            f'"{text}" is not a schedule',
            remedy=f'Write days after each run, hour and time zone: --schedule "{EXAMPLE}"',
        ) from None


def _campaign_bytes(part: CampaignPart) -> bytes:
    whole = document_of(part)
    del whole["mail"]
    if not part.beacon:
        del whole["beacon"]
    return tomlkit.dumps(
        {
            **{name: value for name, value in whole.items() if name not in _TABLES},
            **{name: whole[name] for name in _TABLES},
        }
    ).encode()


_TABLES = ("players", "options", "schedule")


def _players(texts: Sequence[str], loaded: Loaded, problems: list[Problem]) -> list[dict[str, str]]:
    """Read the seats from ``SIDE=NAME[:ADDRESS]``; unnamed sides play as themselves."""
    found: list[dict[str, str]] = []
    for text in texts:
        side, equals, rest = text.partition("=")
        name, _, address = rest.partition(":")
        if not equals:
            problems.append(
                invalid(f'--player "{text}" is not SIDE=NAME', remedy="Write SIDE=NAME:ADDRESS")
            )
            continue
        try:
            part = {
                "name": check_new_name(name),
                "side": _side(side.strip(), loaded),
                "address": check_address(address.strip()),
            }
        except ValueError as wrong:
            problems.append(invalid(f'--player "{text}" cannot be used', reason=str(wrong)))
            continue
        for other in found:  # equal names are reported below; these differ in spelling alone
            if part["name"].casefold() != other["name"].casefold() and (
                folded(part["name"]) == folded(other["name"])
            ):
                fault = f'"{part["name"]}" and "{other["name"]}" are the same name to a sheet'
                problems.append(invalid(fault, remedy="Give each player a name of their own"))
        found.append({"id": _free(slug(part["name"]), found), **part})
    sides = loaded.scenario.sides
    for side in sides:
        if not any(part["side"] == side.id for part in found):
            names = (
                [side.name]
                if side.players_min == 1
                else [f"{side.name} {number}" for number in range(1, side.players_min + 1)]
            )
            for name in names:
                part = {"name": name, "side": side.id, "address": ""}
                found.append({"id": _free(slug(name), found), **part})
    if not problems:
        seats = [Seat(part["id"], part["name"], part["side"]) for part in found]
        problems += seat_problems(seats, loaded.scenario, lambda *_path: None)
    return found


def unnamed(campaign: Campaign, players: Sequence[str]) -> str:
    """Name the sides of a new campaign that have no named player; "" if all have one."""
    named = {folded(text.partition("=")[2].partition(":")[0]) for text in players}
    found = [one.name for one in campaign.part.players if folded(one.name) not in named]
    if not found:
        return ""
    return (
        f"No player was named for {listed(found)}, so the player has the side's name and no "
        "address. To name a player, begin again with --player SIDE=NAME:ADDRESS."
    )


def _side(words: str, loaded: Loaded) -> str:
    """Find a side's id by its id or name, in any case; else return the words."""
    sides = loaded.scenario.sides
    known = {side.id for side in sides}
    by_id = [side.id for side in sides if folded(side.id) == folded(words)]
    by_name = [side.id for side in sides if folded(side.name) == folded(words)]
    if words in known:
        return words
    return next((found[0] for found in (by_id, by_name) if len(found) == 1), words)


def _free(wanted: str, taken: Sequence[Mapping[str, str]]) -> str:
    ids = {part["id"] for part in taken}
    name, number = wanted, 1
    while name in ids:
        number += 1
        name = f"{wanted}-{number}"
    return name


def slug(name: str) -> str:
    """Make a seat's id from its first player's name: letters, digits and hyphens only."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-")
    return found if found and found not in RESERVED else f"player-{found}".rstrip("-")
