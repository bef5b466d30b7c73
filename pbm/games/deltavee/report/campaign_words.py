"""Sentences of the campaign and of the scenarios' own rules."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.deltavee.view.labels import Labels
from pbm.kit.english import count
from pbm.packets.narrative import Facts, Say, Shown, game_over, missed_turn, not_done, ruling


def _not_done(facts: Facts, _shown: Shown, labels: Labels) -> str:
    missiles = facts.get("missiles", ())
    several = labels.missiles(missiles) if len(missiles) > 1 else ""
    return not_done(several or labels.unit(facts["unit"]), facts)


def _placed(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.unit(facts['unit'])} begins in {facts['at']}, direction {facts['direction']}, "
        f"velocity {facts['velocity']}."
    )


def _pods(facts: Facts, _shown: Shown, labels: Labels) -> str:
    boxes = sorted(facts["boxes"].items(), key=lambda item: int(item[0]))
    kinds = ", ".join(f"{box} {kind}" for box, kind in boxes)
    return f"{labels.unit(facts['unit'])} carries its pods in these boxes: {kinds}."


def _bought(facts: Facts, shown: Shown, labels: Labels) -> str:
    items = [f"{name} {amount:,}" for name, amount in shown.get("terms", ()) if name not in facts]
    return (
        f"{labels.unit(facts['unit'])} is bought for {facts['trans']:,} Trans: "
        f"{', '.join(items)}; {facts['left']:,} of {facts['budget']:,} are left."
    )


def _not_bought(facts: Facts, _shown: Shown, _labels: Labels) -> str:
    return f"{facts['what']} could not be bought: {facts['why']}."


def _fleet_bought(facts: Facts, _shown: Shown, labels: Labels) -> str:
    mine = facts["player"] == labels.known["you"]["player"]
    who = "Your fleet" if mine else f"The fleet of {labels.player(facts['player'])}"
    given = " is that of the scenario, since no ship was bought; it" if facts["given"] else ""
    lost = f"; {facts['lost']:,} are lost" if facts["lost"] else ""
    return (
        f"{who}{given} costs {facts['trans']:,} of {facts['budget']:,} Trans{lost}. "
        f"It begins at {facts['at']}."
    )


def _fleet_shown(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.player(facts['player'])} spent {facts['trans']:,} of {facts['budget']:,} Trans: "
        f"{'; '.join(facts['ships'])}."
    )


def _scored(facts: Facts, _shown: Shown, labels: Labels) -> str:
    points = facts["points"]
    does = "scores" if points > 0 else "loses"
    said = count(abs(points), "Victory Point")
    unit = f"{labels.unit(facts['unit'])}, " if "unit" in facts else ""
    return f"{labels.side(facts['side'])} {does} {said} for {unit}{facts['why']}: {facts['total']}."


def _first_shot(facts: Facts, _shown: Shown, labels: Labels) -> str:
    who = labels.unit(facts["unit"])
    return f"{who} has fired the first shot: dice for reinforcements are thrown from next turn on."


def _reinforcement_roll(facts: Facts, _shown: Shown, labels: Labels) -> str:
    face = "a 1" if facts["needed"] == 1 else f"1 to {facts['needed']}"
    return (
        f"Die {facts['die']} for a reinforcement of {labels.side(facts['side'])} shows "
        f"{facts['rolled']}; {face} brings a {facts['title']}."
    )


def _entered(facts: Facts, _shown: Shown, labels: Labels) -> str:
    return (
        f"{labels.unit(facts['unit'])} comes into play in {facts['at']}, direction "
        f"{facts['direction']}, velocity {facts['velocity']}."
    )


def _pod_transferred(facts: Facts, _shown: Shown, labels: Labels) -> str:
    units = f" with {count(facts['units'], 'Energy Unit')}" if "units" in facts else ""
    where = f" as its {facts['pod']}" if "pod" in facts else ""
    return (
        f"{labels.unit(facts['unit'])} hands over its {facts['type']} pod{units} to "
        f"{labels.unit(facts['with'])}{where}."
    )


def _pod_jettisoned(facts: Facts, _shown: Shown, labels: Labels) -> str:
    kind = f" ({facts['type']})" if "type" in facts else ""
    lost = facts.get("units", 0)
    units = f" and {count(lost, 'Energy Unit')} in it" if lost else ""
    return f"{labels.unit(facts['unit'])} puts off its {facts['pod']}{kind}{units}."


def _end_offered(facts: Facts, _shown: Shown, labels: Labels) -> str:
    you = labels.known["you"]["player"] == facts["player"]
    return f"{'You offer' if you else labels.player(facts['player']) + ' offers'} to end the game."


def _missed_turn(facts: Facts, _shown: Shown, labels: Labels) -> str:
    reader = labels.known["you"]["player"]
    return missed_turn(facts, reader, labels.player(facts["player"]), "units")


CAMPAIGN: Mapping[str, Say[Labels]] = {
    "not_done": _not_done,
    "placed": _placed,
    "first_shot": _first_shot,
    "reinforcement_roll": _reinforcement_roll,
    "entered": _entered,
    "pod_transferred": _pod_transferred,
    "pod_jettisoned": _pod_jettisoned,
    "end_offered": _end_offered,
    "pods": _pods,
    "bought": _bought,
    "not_bought": _not_bought,
    "fleet_bought": _fleet_bought,
    "fleet_shown": _fleet_shown,
    "scored": _scored,
    "missed_turn": _missed_turn,
    "game_over": lambda facts, _shown, _labels: game_over(facts),
    "ruling": lambda facts, shown, _labels: ruling(facts, shown),
}
