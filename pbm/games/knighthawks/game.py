"""The record by which Knight Hawks plugs in."""

from __future__ import annotations

from pbm.engine.game import Ruleset
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.orders.reading import read
from pbm.games.knighthawks.scenario.scenario import Scenario, begin, check_scenario
from pbm.games.knighthawks.state.state import State
from pbm.games.knighthawks.view.record import View
from pbm.kit.lazy_import import late

RULESET = Ruleset(
    name="knighthawks",
    title="Knight Hawks",
    options=OPTIONS,
    state=State,
    scenario=Scenario,
    check_scenario=check_scenario,
    begin=begin,
    phases=late("pbm.games.knighthawks.rules.phases", "phases"),
    read=read,
    view=View,
    build_view=late("pbm.games.knighthawks.view.view", "build_view"),
    tell=late("pbm.games.knighthawks.report.story", "tell"),
    summary=late("pbm.games.knighthawks.report.story", "summary"),
    template=late("pbm.games.knighthawks.orders.template", "template"),
    rule=late("pbm.games.knighthawks.gm.rulings", "rule"),
    check_ruling=late("pbm.games.knighthawks.gm.rulings", "check_ruling"),
    missing=late("pbm.games.knighthawks.rules.phases", "missing"),
    art=late("pbm.games.knighthawks.report.art", "art"),
)
