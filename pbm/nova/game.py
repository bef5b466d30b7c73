"""The record by which Nova plugs in."""

from __future__ import annotations

from pbm.late import LateMapping, late
from pbm.nova.correspondence import addressed, correspondents
from pbm.nova.known_form import KnownForm
from pbm.nova.options import OPTIONS
from pbm.nova.reading import read
from pbm.nova.scenario_file import Scenario
from pbm.nova.state import State
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
    check_scenario=late("pbm.nova.scenario", "check_scenario"),
    begin=late("pbm.nova.scenario", "begin"),
    phases=late("pbm.nova.phases", "phases"),
    read=read,
    known=late("pbm.nova.view", "known"),
    tell=late("pbm.nova.story", "tell"),
    summary=late("pbm.nova.story", "summary"),
    template=late("pbm.nova.template", "template"),
    rule=late("pbm.nova.rule", "rule"),
    check_ruling=late("pbm.nova.rule", "check_ruling"),
    check_answer=late("pbm.nova.rule", "check_answer"),
    missing=late("pbm.nova.missed", "missing"),
    result=lambda state: state.result,
    known_form=KnownForm,
    asks=LateMapping("pbm.nova.asks", "ASKS"),
    scene=late("pbm.nova.case_setup", "scene"),
    thing=late("pbm.nova.case_lookup", "thing"),
    remarks=lambda state: state.notes,
    art=late("pbm.nova.art", "art"),
    kinds=KINDS,
    correspondents=correspondents,
    addressed=addressed,
    held=late("pbm.nova.by_mail", "held"),
    awaits=late("pbm.nova.by_mail", "awaits"),
)
