"""The record by which Nova plugs in."""

from pbm.engine.game import Ruleset
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.report.item import Item
from pbm.games.nova.rolls import ROLLS
from pbm.games.nova.scenario.scenario_file import Scenario
from pbm.games.nova.state.state import State
from pbm.games.nova.view.record import View
from pbm.kit.lazy_import import lazy
from pbm.sheets.kinds import SheetKind

# In reading order: designs before the orders that name them. BATTLE is for a round by mail.
KINDS = (
    SheetKind("PREGAME", awaited=True, taken=lambda mailing: mailing == "0"),
    SheetKind("DESIGNS", taken=lambda mailing: mailing != "0" and "/" not in mailing),
    SheetKind("ORDERS", awaited=True, taken=lambda mailing: mailing != "0" and "/" not in mailing),
    SheetKind("BATTLE", awaited=True, taken=lambda mailing: "/" in mailing),
)

RULESET = Ruleset(
    name="nova",
    title="Nova",
    # 2: the lines of the changelog, from what is bought to who is met and told of.
    adjudication=2,
    options=OPTIONS,
    rolls=ROLLS,
    state=State,
    scenario=Scenario,
    check_scenario=lazy("pbm.games.nova.scenario.scenario", "check_scenario"),
    begin=lazy("pbm.games.nova.scenario.scenario", "begin"),
    phases=lazy("pbm.games.nova.rules.phases", "phases"),
    read=lazy("pbm.games.nova.orders.sheet", "read"),
    view=View,
    build_view=lazy("pbm.games.nova.rules.battle_by_mail.waiting", "build_view"),
    tell=lazy("pbm.games.nova.report.story", "tell"),
    summary=lazy("pbm.games.nova.report.summary", "summary"),
    template=lazy("pbm.games.nova.orders.template", "template"),
    rule=lazy("pbm.games.nova.gm.rulings", "rule"),
    check_answer=lazy("pbm.games.nova.gm.rulings", "check_answer"),
    undone=lazy("pbm.games.nova.gm.rulings", "undone"),
    missing=lazy("pbm.games.nova.orders.missed", "missing"),
    remarks=lambda state: state.notes,
    tools={
        "design": lazy("pbm.games.nova.tools.design_command", "design"),
        "odds": lazy("pbm.games.nova.tools.odds.command", "fought"),
        "odds_of_packet": lazy("pbm.games.nova.tools.odds.command", "of_player"),
        "odds_of_campaign": lazy("pbm.games.nova.tools.odds.command", "of_game_master"),
    },
    art=lazy("pbm.games.nova.report.art", "art"),
    item=Item,
    kinds=KINDS,
    correspondents=lazy("pbm.games.nova.rules.contact.correspondence", "correspondents"),
    addressed=lazy("pbm.games.nova.rules.contact.correspondence", "addressed"),
    held=lazy("pbm.games.nova.rules.battle_by_mail.waiting", "held"),
    awaits=lazy("pbm.games.nova.rules.battle_by_mail.waiting", "awaits"),
    fact_words={
        "at": "place",
        "empire": "your empire",
        "ic": "IC",
        "ie": "IE",
        "jd": "JD",
        "sdu": "SDU",
        "ssz": "SSZ",
        "tp": "TP",
        "treasury": "treasury in MCr",
        "debt": "debt in MCr",
        "revenue": "revenue in MCr",
        "production": "production in MCr",
        "production_next": "next turn's production in MCr",
        "cost": "cost in MCr",
    },
    repeated=("empire/annals", "systems/last_seen", "systems/place", "systems/return_letter"),
    claims=dict.fromkeys(
        (
            "system_lost",
            "system_captured",
            "system_retaken",
            "system_emptied",
            "system_abandoned",
            "system_returned",
        ),
        ("system/{system}/owner",),
    ),
    is_vacant=lazy("pbm.games.nova.rules.battle_by_mail.waiting", "is_vacant"),
)
