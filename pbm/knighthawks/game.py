"""The record by which Knight Hawks plugs in."""

from __future__ import annotations

from pbm.knighthawks.known_form import KnownForm
from pbm.knighthawks.options import OPTIONS
from pbm.knighthawks.reading import read
from pbm.knighthawks.scenario import Scenario, begin, check_scenario
from pbm.knighthawks.state import State
from pbm.late import LateMapping, late
from pbm.ruleset import Ruleset

RULESET = Ruleset(
    name="knighthawks",
    title="Knight Hawks",
    prefix="KH",
    adjudication=1,
    options=OPTIONS,
    state=State,
    scenario=Scenario,
    check_scenario=check_scenario,
    begin=begin,
    phases=late("pbm.knighthawks.phases", "phases"),
    read=read,
    known=late("pbm.knighthawks.view", "known"),
    tell=late("pbm.knighthawks.story", "tell"),
    summary=late("pbm.knighthawks.story", "summary"),
    template=late("pbm.knighthawks.template", "template"),
    rule=late("pbm.knighthawks.rule", "rule"),
    check_ruling=late("pbm.knighthawks.rule", "check_ruling"),
    missing=late("pbm.knighthawks.phases", "missing"),
    result=lambda state: state.result,
    known_form=KnownForm,
    asks=LateMapping("pbm.knighthawks.asks", "ASKS"),
    scene=late("pbm.knighthawks.case_setup", "scene"),
    thing=late("pbm.knighthawks.case_setup", "thing"),
    art=late("pbm.knighthawks.art", "art"),
)
