"""The record by which Knight Hawks plugs in."""

from __future__ import annotations

from pbm.knighthawks.art import art
from pbm.knighthawks.asks import ASKS
from pbm.knighthawks.case_setup import scene, thing
from pbm.knighthawks.known_form import KnownForm
from pbm.knighthawks.options import OPTIONS
from pbm.knighthawks.phases import missing, phases
from pbm.knighthawks.reading import read
from pbm.knighthawks.rule import check_ruling, rule
from pbm.knighthawks.scenario import Scenario, begin, check_scenario
from pbm.knighthawks.state import State
from pbm.knighthawks.story import summary, tell
from pbm.knighthawks.template import template
from pbm.knighthawks.view import known
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
