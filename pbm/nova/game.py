"""The record by which Nova plugs in."""

from __future__ import annotations

from pbm.nova.art import art
from pbm.nova.asks import ASKS
from pbm.nova.by_mail import awaits, held
from pbm.nova.case_lookup import thing
from pbm.nova.case_setup import scene
from pbm.nova.correspondence import addressed, correspondents
from pbm.nova.known_form import KnownForm
from pbm.nova.missed import missing
from pbm.nova.options import OPTIONS
from pbm.nova.phases import phases
from pbm.nova.reading import read
from pbm.nova.rule import check_answer, check_ruling, rule
from pbm.nova.scenario import begin, check_scenario
from pbm.nova.scenario_file import Scenario
from pbm.nova.state import State
from pbm.nova.story import summary, tell
from pbm.nova.template import template
from pbm.nova.view import known
from pbm.ruleset import Ruleset
from pbm.sheet_kinds import SheetKind

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
    prefix="NV",
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
    check_answer=check_answer,
    missing=missing,
    result=lambda state: state.result,
    known_form=KnownForm,
    asks=ASKS,
    scene=scene,
    thing=thing,
    remarks=lambda state: state.notes,
    art=art,
    kinds=KINDS,
    correspondents=correspondents,
    addressed=addressed,
    held=held,
    awaits=awaits,
)
