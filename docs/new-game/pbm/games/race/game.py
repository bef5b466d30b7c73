"""The record by which Race plugs in."""

from pbm.games.race.orders import read, template
from pbm.games.race.report import summary, tell
from pbm.games.race.scenario import Scenario, begin
from pbm.games.race.state import State
from pbm.games.race.turn import phases
from pbm.games.race.view import View, build_view

from pbm.engine.game import Ruleset

RULESET = Ruleset(
    name="race",
    title="Race",
    state=State,
    scenario=Scenario,
    begin=begin,
    phases=phases,
    read=read,
    view=View,
    build_view=build_view,
    tell=tell,
    summary=summary,
    template=template,
)
