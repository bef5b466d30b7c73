"""Whether a ship may come out of the reserve, or hand over a pod, as its player wants it."""

from __future__ import annotations

from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.setup_lines import EnterLine, JettisonLine, TransferLine
from pbm.games.deltavee.orders.starting_places import placing_fault
from pbm.games.deltavee.state.pod_contents import energy_pod
from pbm.games.deltavee.state.units import RESERVE
from pbm.kit.problems import Problem, Severity, illegal
from pbm.language.order_builder import NOT_DONE


def check_enter(builder: Builder, line: EnterLine) -> EnterLine | None:
    """An enter line; None for a ship that is not in reserve. Rule: DV S8, DV S9."""
    record = builder.record
    if record is None:
        return line
    if record.status != RESERVE:
        _refuse(
            builder,
            f"{builder.name} is not in reserve",
            "Only a ship that the scenario keeps back comes into play by such a line",
            "DV S8",
        )
        return None
    free = builder.roster.placements.get(record.id)
    if free is not None and (fault := placing_fault(builder.roster.state, free, line.place)):
        builder.say(
            illegal(
                f"{builder.name} cannot come into play like this",
                reason=f"{fault[:1].upper()}{fault[1:]}",
                rule="DV S8",
                outcome=(
                    f"If it comes, it will be in {record.at}, direction "
                    f"{record.direction}, velocity {record.velocity}"
                ),
            )
        )
    return line


def check_transfer(builder: Builder, line: TransferLine) -> TransferLine | None:
    """A transfer line; None where the scenario knows no such thing. Rule: DV S9."""
    record, unit = builder.record, builder.unit
    if record is None or unit is None:
        _refuse(builder, "a transfer line is for one ship", "The pod is that of one ship", "DV S9")
        return None
    takers = [taker for giver, taker in builder.roster.transfers if giver == record.id]
    if line.to not in takers:
        may = [builder.roster.designation(taker) for taker in takers]
        to = builder.roster.designation(line.to)
        why = (
            f"It may hand over an energy pod to {' and '.join(may)}"
            if may
            else "In this scenario it hands over no pods"
        )
        _refuse(builder, f"{builder.name} cannot hand over a pod to {to}", why, "DV S9")
        return None
    fault = energy_pod(unit, line.box)
    if isinstance(fault, str):
        why = f"{fault[:1].upper()}{fault[1:]}"
        _refuse(builder, f"{builder.name} cannot hand over that pod", why, "DV S9")
        return None
    return line


def check_jettison(builder: Builder, line: JettisonLine) -> JettisonLine | None:
    """A jettison line; None for a ship that is handed no pod. Rule: DV S9."""
    record, unit = builder.record, builder.unit
    if record is None or unit is None:
        _refuse(builder, "a jettison line is for one ship", "The pods are of one ship", "DV S9")
        return None
    if all(taker != record.id for _giver, taker in builder.roster.transfers):
        _refuse(
            builder,
            f"{builder.name} puts off no pods",
            "Only a ship that may be handed another pod does, to make room for it",
            "DV S9",
        )
        return None
    names = {word for pod in unit.pods for word in (pod.name, pod.kind)}
    lacking = [word for word in line.parts if word not in names]
    if len(lacking) == len(line.parts):
        fault = f"{builder.name} has no {', '.join(lacking)}"
        _refuse(builder, fault, f"Its pods are in boxes 1 to {len(unit.pods)}", "DV S9")
        return None
    if lacking:
        fault = f"{builder.name} has no {', '.join(lacking)}"
        builder.say(Problem(Severity.WARNING, fault, outcome="The rest of the line stands"))
    return line


def _refuse(builder: Builder, fault: str, reason: str, rule: str) -> None:
    builder.say(illegal(fault, reason=reason, rule=rule, outcome=NOT_DONE))
