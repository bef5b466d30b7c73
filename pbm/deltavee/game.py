"""The record by which DeltaVee plugs in."""

from __future__ import annotations

from pbm.deltavee.art import art
from pbm.deltavee.asks import ASKS
from pbm.deltavee.case_lookup import thing
from pbm.deltavee.case_setup import scene
from pbm.deltavee.known_form import KnownForm
from pbm.deltavee.options import OPTIONS
from pbm.deltavee.phases import missing, phases
from pbm.deltavee.reading import read
from pbm.deltavee.rule import check_ruling, rule
from pbm.deltavee.scenario import begin, check_scenario
from pbm.deltavee.scenario_file import Scenario
from pbm.deltavee.state import State
from pbm.deltavee.story import summary, tell
from pbm.deltavee.template import template
from pbm.deltavee.view import known
from pbm.ruleset import Ruleset

RULESET = Ruleset(
    name="deltavee",
    title="DeltaVee",
    prefix="DV",
    adjudication=1,
    options=OPTIONS,
    state=State,
    scenario=Scenario,
    check_scenario=check_scenario,
    begin=begin,
    phases=phases,
    read=read,
    known=known,
    tell=tell,
    summary=summary,
    template=template,
    rule=rule,
    check_ruling=check_ruling,
    missing=missing,
    result=lambda state: state.result,
    known_form=KnownForm,
    asks=ASKS,
    scene=scene,
    thing=thing,
    art=art,
)
