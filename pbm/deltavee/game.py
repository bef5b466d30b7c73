"""The record by which DeltaVee plugs in."""

from __future__ import annotations

from pbm.deltavee.known_form import KnownForm
from pbm.deltavee.options import OPTIONS
from pbm.deltavee.reading import read
from pbm.deltavee.scenario_file import Scenario
from pbm.deltavee.state import State
from pbm.late import LateMapping, late
from pbm.ruleset import Ruleset

RULESET = Ruleset(
    name="deltavee",
    title="DeltaVee",
    prefix="DV",
    adjudication=1,
    options=OPTIONS,
    state=State,
    scenario=Scenario,
    check_scenario=late("pbm.deltavee.scenario", "check_scenario"),
    begin=late("pbm.deltavee.scenario", "begin"),
    phases=late("pbm.deltavee.phases", "phases"),
    read=read,
    known=late("pbm.deltavee.view", "known"),
    tell=late("pbm.deltavee.story", "tell"),
    summary=late("pbm.deltavee.story", "summary"),
    template=late("pbm.deltavee.template", "template"),
    rule=late("pbm.deltavee.rule", "rule"),
    check_ruling=late("pbm.deltavee.rule", "check_ruling"),
    missing=late("pbm.deltavee.phases", "missing"),
    result=lambda state: state.result,
    known_form=KnownForm,
    asks=LateMapping("pbm.deltavee.asks", "ASKS"),
    scene=late("pbm.deltavee.case_setup", "scene"),
    thing=late("pbm.deltavee.case_lookup", "thing"),
    art=late("pbm.deltavee.art", "art"),
)
