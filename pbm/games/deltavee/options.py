"""The open questions of DeltaVee a campaign can settle; the first reading is the default."""

from __future__ import annotations

from pbm.engine.options import Option


def _choice(id: str, key: str, rule: str, title: str, readings: dict[str, str]) -> Option:
    return Option(id, key, next(iter(readings)), readings, f"DV {rule}", title)


OPTIONS: tuple[Option, ...] = (
    _choice(
        "DV-A78",
        "orders",
        "PBM",
        "How often sheets are mailed",
        {
            "game-turn": "one sheet a Game-Turn, for all six phases",
            "phase": "one sheet for each Command and each Fire Phase, each after a report",
        },
    ),
    _choice(
        "DV-R154",
        "share",
        "PBM",
        "What players of one side see of each other's sheets",
        {"side": "everything", "own": "the units, not the sheets"},
    ),
    _choice(
        "DV-A01",
        "grid.orientation",
        "6.1",
        "Which directions go through hexsides",
        {"flat": "the even ones: 12, 2, 4, 6, 8, 10", "pointed": "the odd ones: 1, 3, 5, 7, 9, 11"},
    ),
    Option("DV-A02", "map.columns", "16", {}, "DV 2.1", "Columns of a map", 2, 98),
    Option("DV-A02", "map.rows", "17", {}, "DV 2.1", "Rows of a map", 2, 98),
    _choice(
        "DV-A03",
        "map.stagger",
        "2.1",
        "Which columns stand half a hex lower",
        {"even-down": "the even ones", "even-up": "the odd ones"},
    ),
    _choice(
        "DV-A03",
        "scenario5.flute_c",
        "S5",
        "Where the second Flute of scenario 5 begins",
        {"B0816": "as the printed book has it", "B0516": "as the transcription has it"},
    ),
    _choice(
        "DV-A04",
        "map.limit",
        "6.2",
        "How many maps there are",
        {
            "none": "as many as are needed",
            "4": "four; an empty one is taken up when a fifth is needed",
        },
    ),
    _choice(
        "DV-A07",
        "zig.after_weave",
        "6.1",
        "The Direction Reminder after a Weave",
        {"keep": "it shifts with the unit", "reset": "it is taken away"},
    ),
    _choice(
        "DV-A08",
        "inline",
        "8.4",
        "When two units are in line along a corner direction",
        {
            "exact": "only at even distances, where the line meets hex centers",
            "zigzag": "in the hexes of the zig-zag course too",
        },
    ),
    _choice(
        "DV-A10",
        "missile_launch",
        "9.4",
        "Where a launched missile may be placed and point",
        {
            "arc": "hexes ahead, three directions in each, fanning to its side",
            "narrow": "hexes ahead, the ship's direction or one next to it",
            "any": "any adjacent hex, up to two directions from the ship's",
        },
    ),
    _choice(
        "DV-A14",
        "detect.battlecraft",
        "3.0",
        "Whether launched battlecraft detect",
        {"yes": "as spaceships do", "no": "only spaceships detect"},
    ),
    _choice(
        "DV-A15",
        "contacts.direction",
        "2.6",
        "Whether the direction of an unrevealed unit is known",
        {"shown": "hex, velocity and direction", "hidden": "hex and velocity only"},
    ),
    _choice(
        "DV-A16",
        "reveal.on_interception",
        "9.6",
        "Whether a missile that attempts an interception is revealed",
        {"no": "it stays a contact", "yes": "it is revealed"},
    ),
    _choice(
        "DV-A16",
        "reveal.on_fire",
        "8.0",
        "Whether a battlecraft that fires is revealed",
        {"yes": "it is revealed", "no": "it stays a contact"},
    ),
    _choice(
        "DV-A19",
        "velocity.cap",
        "2.6",
        "The greatest velocity",
        {"9": "nine, the highest marker", "none": "no limit; the chart goes on by its pattern"},
    ),
    _choice(
        "DV-A21",
        "jump.needs_maneuver_allowance",
        "7.2",
        "Whether jump commands count against the Maneuver Commands",
        {"yes": "Prepare Jump and a Jump without it do", "no": "they do not"},
    ),
    _choice(
        "DV-A27",
        "jump.removal",
        "6.8",
        "When a jumping ship is removed",
        {"before move": "before its side moves", "after move": "after it has moved"},
    ),
    _choice(
        "DV-A31",
        "basic_battle_command",
        "7.3",
        "A Battle Command for ships whose pods give none",
        {
            "none": "no",
            "battlecraft": "one for Prepare and Launch Battlecraft and Rendezvous",
            "all": "every spaceship has one more",
        },
    ),
    _choice(
        "DV-A35",
        "battlecraft.command_on_launch",
        "7.4",
        "Maneuver Commands to a battlecraft in the phase of its launch",
        {"yes": "allowed", "no": "not allowed"},
    ),
    _choice(
        "DV-A36",
        "undock",
        "7.4",
        "What undocking takes",
        {"battle command": "a Battle Command of either ship", "free": "nothing"},
    ),
    _choice(
        "DV-A37",
        "tractor.limits",
        "5.6",
        "What limits the commands of a tractor beam",
        {"as controlled": "the limits of the unit it holds", "none": "nothing but their number"},
    ),
    _choice(
        "DV-A37",
        "tractor.default_civ",
        "5.6",
        "The Civ Level of a tractor beam pod whose scenario does not say",
        {"7": "one command within 4 hexes", "8": "two commands within 6 hexes"},
    ),
    _choice(
        "DV-A40",
        "engine_damaged",
        "8.9",
        "The cost of commands with a damaged engine",
        {
            "replace": "one block for each command in place of the normal cost",
            "add": "one block for each command on top of the normal cost",
        },
    ),
    _choice(
        "DV-A43",
        "energy_pods.two_for_one",
        "5.6",
        "Two energy pods in the room of one in a hull that is not streamlined",
        {"no": "not allowed", "yes": "allowed"},
    ),
    _choice(
        "DV-A54",
        "asteroid.choice",
        "6.6",
        "Which of two parts an asteroid hits",
        {"owner": "the owner chooses", "random": "a die decides"},
    ),
    _choice(
        "DV-A63",
        "mims.launch_same_phase",
        "9.9",
        "Whether a MIMS may launch in the Fire Phase of its own launch",
        {"no": "not before the next", "yes": "at once"},
    ),
    _choice(
        "DV-A73",
        "planet.shield",
        "6.5",
        "A missile that enters a planet hex where an enemy is",
        {
            "yes": "is destroyed before any interception",
            "no": "tries to intercept before it is destroyed",
        },
    ),
    _choice(
        "DV-A74",
        "counters.limit",
        "2.5",
        "Missile counters",
        {"none": "as many as are launched", "printed": "no more in play than were printed"},
    ),
    _choice(
        "DV-A87",
        "scenario6.landing",
        "S6",
        "What may land for the Federation in scenario 6",
        {
            "battlecraft count": "its battlecraft",
            "any ship may land": "any of its ships, streamlined or not",
        },
    ),
    _choice(
        "DV-A89",
        "scenario8.daggers",
        "S8",
        "Where the two Daggers of scenario 8 begin",
        {
            "E0707": "in Earth's hex with velocity 0",
            "orbit": "in Earth's hex with velocity 1, in orbit",
            "map E": "anywhere on map E with velocity 0 to 3",
        },
    ),
    _choice(
        "DV-A92",
        "default_pod_armor",
        "5.8",
        "The armor of pods for which neither chart nor scenario gives one",
        {"hull": "that of the hull", "0": "class 0", "1": "class 1", "2": "class 2"},
    ),
    _choice(
        "DV-A93",
        "extra_craft",
        "4.9",
        "The Lander and the Corco Omega",
        {
            "no": "not for sale",
            "yes": "the Lander for 1,500 Trans, the Omega for 1,000",
        },
    ),
    _choice(
        "DV-A94",
        "hit_table",
        "8.7",
        "The Hit Table",
        {"standard": "the printed one", "enhanced": "that of DeltaVee Enhanced"},
    ),
    _choice(
        "DV-A102",
        "log_inspection",
        "8.7",
        "What the attacker learns of the log of a ship that is hit",
        {
            "choice only": "the part hit and its status",
            "show log": "the status of all its parts",
        },
    ),
)
