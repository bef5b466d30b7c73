"""The open questions of Knight Hawks a campaign can settle; the first reading is the default."""

from pbm.engine.options import Option


def _choice(id: str, key: str, rule: str, title: str, **readings: str) -> Option:
    named = {name.replace("_", " ").replace("  ", "-"): text for name, text in readings.items()}
    return Option(id, key, next(iter(named)), named, rule, title)


OPTIONS: tuple[Option, ...] = (
    _choice(
        "KH-A02",
        "orders",
        "KH PBM",
        "How often sheets are mailed",
        game__turn="one sheet a Game-Turn, for every part of it",
        half__turn="one sheet for every part of a Game-Turn, each after a report",
    ),
    _choice(
        "KH-A04",
        "defensive_fire",
        "KH 4 Defensive Attacks",
        "Defensive fire and the attacks of the moving side",
        first="defensive fire is resolved completely, then the moving side fires what is left",
        simultaneous="both are announced together; damage counts after the last shot",
    ),
    _choice(
        "KH-A05",
        "arc.flank_start",
        "KH 4 Fields of Fire",
        "Where the flank rows of the forward field of fire begin",
        **{"1": "beside the ship: three hexes at every range"},
        **{"2": "one hex later: at range 1 only the hex ahead"},
    ),
    _choice(
        "KH-A06",
        "ff.same_hex_resident",
        "KH 4 Head-On Shots",
        "Forward fire between ships that share a hex since an earlier turn",
        no="only the ship that moved in may fire its forward weapons",
        yes="both may",
    ),
    _choice(
        "KH-A07",
        "defensive.start_hex",
        "KH 4 Defensive Attacks",
        "Whether the hex a moving ship started in can be fired at",
        no="only hexes it entered",
        yes="the starting hex too",
    ),
    _choice(
        "KH-A10",
        "rocket_battery.mpo",
        "KH 4 Weapon Restrictions Table",
        "Rocket batteries for the moving player only",
        no="they fire defensively too, as the text says",
        yes="moving player only, as the table says",
    ),
    _choice(
        "KH-A11",
        "rate.rocket_battery",
        "KH 4 Rate of Fire",
        "How often a ship's rocket batteries fire",
        per_phase="once in the own combat phase and once in each enemy's",
        per_game__turn="once in a whole Game-Turn",
    ),
    _choice(
        "KH-A17",
        "screen.round",
        "KH 4 Masking Screen",
        "Half of an odd laser damage against a masking screen",
        up="fractions round up, as the text says",
        down="fractions round down, as the table's footnote says",
    ),
    _choice(
        "KH-A22",
        "off_map",
        "KH 3 Moving Off The Map",
        "What a ship that left the map counts as",
        lost="lost for its owner, not destroyed by anybody",
        destroyed="destroyed, for victory conditions too",
    ),
    _choice(
        "KH-A23",
        "planet.collision",
        "KH 3 Planets",
        "A ship with no legal path past a planet",
        destroyed="it stops in the hex before the planet and is destroyed",
        stops="it stops in the hex before the planet at speed 0",
        ask="the game master decides each time",
    ),
    _choice(
        "KH-A24",
        "orbit.max_speed",
        "KH 3 Orbiting Planets",
        "The speed at which a ship beside a planet may enter orbit",
        any="any speed",
        adf="a speed of at most its ADF",
    ),
    _choice(
        "KH-A40",
        "share",
        "KH PBM",
        "What players of one side see of each other's sheets and records",
        side="everything",
        own="what the enemy sees",
    ),
    _choice(
        "KH-R41",
        "records",
        "KH PBM",
        "Whether enemies see a ship's supplies",
        closed="only the own side does",
        open="all players do",
    ),
)
