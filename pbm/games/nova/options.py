"""The open questions of Nova a campaign can settle; the first reading is the default.

Ambiguity tags are those of ambiguities.md of this package.
"""

from pbm.engine.options import Option


def _choice(id: str, key: str, rule: str, title: str, readings: dict[str, str]) -> Option:
    return Option(id, key, next(iter(readings)), readings, f"NV {rule}", title)


def _number(id: str, key: str, rule: str, title: str, value: int, least: int, most: int) -> Option:
    return Option(id, key, str(value), {}, f"NV {rule}", title, least, most)


OPTIONS: tuple[Option, ...] = (
    _choice(
        "A-WHO",
        "battles",
        "SPC-01",
        "How hostile meetings are fought",
        {
            "doctrine": "in the run, as the BATTLE and GROUND lines say",
            "by-hand": "the game master gives the result as a ruling",
            "by-mail": "in space by sheets for each round, of those who are sure of a report",
        },
    ),
    _number(
        "A-ROUND-CAP", "round_cap", "SPC-04", "The most rounds a space battle has", 100, 10, 1000
    ),
    _number(
        "A-CON-NONVIOLENT",
        "stalemate_rounds",
        "SPC-45",
        "Rounds without damage after which nobody can harm anybody",
        10,
        2,
        100,
    ),
    _choice(
        "A-REP-RANGE",
        "battle_reports",
        "SPC-49",
        "Which own ships that live report a battle in which all others are lost",
        {"system": "any in the system", "warp-point": "only those at the warp point"},
    ),
    _choice(
        "A-BUILD-PREGAME",
        "pregame.army_limit",
        "ECO-03",
        "How many armies may be bought before turn 1",
        {"none": "any number", "4": "four, as on a home star"},
    ),
    _choice(
        "A-REFIT-LT",
        "refit.intangibles",
        "ECO-41",
        "The price of refitting what has no price of its own (LT, FA, FD)",
        {"host": "that of the component it belongs to", "free": "nothing"},
    ),
    _number(
        "A-TREAS", "treasury.rate", "ECO-10", "The penalty on excess savings in percent", 10, 0, 100
    ),
    _choice(
        "A-TREAS",
        "treasury.basis",
        "ECO-10",
        "Savings above what are in excess",
        {
            "collected": "what was collected in phase A",
            "next": "what the systems would give next turn",
            "potential": "what the systems could give unsuppressed",
        },
    ),
    _choice(
        "A-DEFICIT-50",
        "expenditures.excess",
        "ECO-19",
        "What is not bought when the money does not suffice",
        {
            "priority": "the first line that cannot be paid, and all below it",
            "unpaid": "only lines that cannot be paid; cheaper ones below are bought",
        },
    ),
    _choice(
        "A-DEFICIT-FINES",
        "fines.interest",
        "ECO-17",
        "Whether debt from fines bears interest",
        {"yes": "as any debt", "no": "it does not"},
    ),
    _choice(
        "A-XFER-WHEN",
        "transfers.received",
        "ECO-12",
        "When transferred MCr are received",
        {
            "E": "credited but locked in phase E, so that conditions can test it",
            "L": "in phase L only",
        },
    ),
    _choice(
        "A-CAPT-VP",
        "victory.captured",
        "VIC-02",
        "Whose population points a captured system gives",
        {"nobody": "nobody's", "colonizer": "its colonizer's"},
    ),
    _choice(
        "A-CAPT-IC",
        "captured_ic",
        "ECO-29",
        "What a captured Industrial Complex needs to be used",
        {"one army": "one army of the captor", "garrison": "the full garrison"},
    ),
    _choice(
        "A-RES-WORLDS",
        "team_worlds",
        "RES-04",
        "Which worlds allow research teams to an empire without its home star",
        {"colonized": "all it colonized", "held": "those of them that nobody captured"},
    ),
    _choice(
        "A-IC-SUPPR",
        "devastated_ic",
        "ECO-27",
        "What an Industrial Complex does in the turn after a devastation",
        {"idle": "nothing", "repairs": "it repairs and salvages where revenue is not suppressed"},
    ),
    _choice(
        "A-PILL-OWN-WORLD",
        "pillage.own_world",
        "ECO-36",
        "Whether an owner may fight their own militia to pillage a world",
        {"no": "not allowed", "yes": "the owner's armies fight the militia first"},
    ),
    _choice(
        "A-ELIM",
        "elimination",
        "VIC-07",
        "Which worlds keep an empire in the game",
        {"own": "those it colonized and holds", "held": "captured ones too"},
    ),
    _choice(
        "A-VIC-TIE",
        "victory.tie",
        "VIC-01",
        "When several reach the goal at once",
        {"surplus": "the higher surplus, then production, then shared", "shared": "shared"},
    ),
    _choice(
        "A-SUR-MIL-REPULSED",
        "militia.repulsed",
        "EOT-17",
        "Militia when all defenders died with all invaders",
        {"return": "back after a quiet turn", "gone": "none any more"},
    ),
    _number(
        "A-ORD-STRICT",
        "lenient_turns",
        "ORD-09",
        "Turns at the start in which faulty lines cost no fine and stop no unit",
        2,
        0,
        99,
    ),
    _choice(
        "A-ORD-PAPER",
        "fines",
        "PEN-02",
        "Fines for sheets that do not follow the form",
        {
            "off": "none but for unnamed ships and bought information",
            "on": "as the book lists them",
        },
    ),
    _choice(
        "A-ORD-FREE",
        "free_orders",
        "ORD-10",
        "Orders of a player's own invention",
        {"docket": "go to the game master", "refused": "are refused"},
    ),
    _number("A-ORD-SETUP-MAX", "setup_max", "ORD-46", "The greatest n of set-up D/n", 20, 0, 500),
    _choice(
        "A-ORD-ACTIVITY",
        "interdict_is_activity",
        "ORD-24",
        "Whether an ordered I counts as an activity between guards",
        {"yes": "it does", "no": "it does not"},
    ),
    _choice(
        "A-IFF-MUTUAL",
        "iff.mutual",
        "CON-14",
        "Two empires each friendly to the other and hostile to all others",
        {"identify": "an order towards a player identifies to that player", "fight": "they fight"},
    ),
    _choice(
        "A-CON-PLANET",
        "planets.contact",
        "CON-05",
        "Whether ships and the colonies of an explored planet make contact",
        {"read": "the table is read once more for them", "passive": "planets are passive"},
    ),
    _choice(
        "A-CON-AWAY",
        "contact.away",
        "CON-05",
        "Whether ships away from the warp point are met, by others than enemies",
        {"met": "all ships of a system meet", "apart": "only those at the warp point do"},
    ),
    _number("A-WP-RADIUS", "wp_radius", "MOV-12", "The radius of a warp point in hexes", 9, 0, 20),
    _choice(
        "A-CARGO-SHORT",
        "cargo_short",
        "ORD-31",
        "Unarmed transports whose whole stated cargo is missing",
        {"abort": "stay where they are", "go": "go all the same"},
    ),
    _choice(
        "A-CARGO-CAPT",
        "captured_cargo",
        "CON-29",
        "Armies, SDUs and colonies aboard a ship that is taken by force",
        {"lost": "are lost, for they never become another's", "stays": "stay their owner's"},
    ),
    _choice(
        "A-CARGO-BAYS",
        "ships_aboard",
        "CON-21",
        "Ships in the bays of a ship that goes over to another empire",
        {
            "surrender": "go along when it surrenders, stay their owner's when it is given",
            "along": "go along both times",
            "stay": "stay their owner's both times",
        },
    ),
    _choice(
        "A-REP-QUIET",
        "status_annex",
        "REP-01",
        "A full list of systems, ships and finances behind the report",
        {"yes": "in every report", "no": "events only"},
    ),
    _choice(
        "A-RES-REPORTS",
        "research_reports",
        "RES-16",
        "Reports on the progress of research",
        {"bought": "5 MCr a project, given back if it succeeds", "all": "every turn, free"},
    ),
    _choice(
        "A-GM-NEUTRAL",
        "vacant",
        "ORD-44",
        "A vacated position",
        {
            "neutral": "its units tolerate others and it spends nothing",
            "standby": "waits for a player to be given it",
        },
    ),
    _number(
        "A-GM-MISSED",
        "vacate_after",
        "ORD-44",
        "Missed turns in a row after which a position is vacated (0: never)",
        2,
        0,
        99,
    ),
)
