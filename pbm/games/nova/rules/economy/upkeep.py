"""Research teams in phase C: maintain old ones, create new ones.

Rule: NV RES-01, NV RES-03, NV RES-04, NV RES-13, NV RES-16, NV ECO-45, NV ORD-43, NV SET-33.
Ambiguity: NV A-DEBT-RDT, NV A-RES-LIMIT-LOST, NV A-RES-WORLDS.
"""

from collections.abc import Mapping

from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.purse import DONE, Outcome, Purse
from pbm.games.nova.rules.research import research
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.projects import Key, called, key_of, written
from pbm.kit.english import count
from pbm.kit.facts import Fact


def teams_cost(new: int, old: int) -> int:
    """MCr for new teams and for the upkeep of old ones.

    >>> teams_cost(3, 4)
    160

    Rule: NV RES-03.
    """
    return fees.TEAM * new + fees.UPKEEP * old


def maintain(purse: Purse, line: Expenditure) -> Outcome:
    """Maintain teams as far as the money goes, those of important projects first."""
    teams = wanted(purse, line)
    if not teams:
        return (f"you have no team on {line.project}", "NV RES-03") if line.project else DONE
    spread = reduced if purse.orders.missing else served
    paid = spread(teams, purse.left // fees.UPKEEP)
    for project, number in paid.items():
        purse.maintained[project] = purse.maintained.get(project, 0) + number
    number = sum(paid.values())
    if number:
        purse.pay(line, fees.UPKEEP * number, "maintained", "NV RES-03", teams=number)
    short = sum(teams.values()) - number
    if short:
        return f"{fees.UPKEEP * short} MCr were missing for {count(short, 'team')}", "NV RES-03"
    return DONE


def wanted(purse: Purse, line: Expenditure) -> dict[Key, int]:
    """Teams that a Maintain line names, by project in the order of priority."""
    named = _named(purse, line.project)
    left = {
        one: number - purse.maintained.get(one, 0)
        for one, number in purse.kept.items()
        if not line.project or one in named
    }
    teams = {one: number for one, number in left.items() if number > 0}
    return served(teams, line.number or sum(teams.values()))


def served(teams: Mapping[Key, int], payable: int) -> dict[Key, int]:
    """As many teams as can be paid, those of the first projects first."""
    found = {}
    for project, number in teams.items():
        found[project] = min(number, payable)
        payable -= found[project]
    return found


def reduced(teams: Mapping[Key, int], payable: int) -> dict[Key, int]:
    """Teams after a missed turn that cannot pay all: projects go down to one team each.

    From the least important up, as far as is needed; then whole projects go. Rule: NV ORD-43.
    """
    left = dict(teams)
    for least in (1, 0):
        for project in reversed(list(left)):
            over = sum(left.values()) - payable
            if over > 0:
                left[project] = max(left[project] - over, min(least, left[project]))
    return left


def _named(purse: Purse, text: str) -> dict[Key, str]:
    """The projects that a sheet names so, each with its name in reports.

    Those that this turn's orders begin count too.
    """
    name = text.casefold()
    found = {
        key_of(one): called(one)
        for one in purse.draft.empires[purse.empire].projects
        if name in (written(one).casefold(), one.subject.casefold())
    }
    for line in purse.orders.research:
        if name in (written(line).casefold(), line.subject.casefold()) and not line.drop:
            found.setdefault(key_of(line), called(line))
    return found


def create(purse: Purse, line: Expenditure) -> Outcome:
    """New teams; without the home star no more than its worlds allow."""
    empire = purse.draft.empires[purse.empire]
    there = sum(purse.kept.values()) + purse.teams
    held = purse.work.options["team_worlds"] == "held"
    limit = research.may_create(purse.draft, empire, there, held=held)
    number = purse.affordable(line, fees.TEAM, -1 if limit is None else limit)
    if limit is not None and line.number > limit:
        why = f"without your home star you may create {limit} more teams"
        if not limit:
            return why, "NV RES-04"
        purse.short(line, why, "NV RES-04")
    if not number:
        return purse.too_dear(fees.TEAM * line.number)
    purse.teams += number
    return purse.pay(line, fees.TEAM * number, "teams_created", "NV RES-03", teams=number)


def status(purse: Purse, line: Expenditure) -> Outcome:
    """The report on a project. Rule: NV RES-16 (one a project a turn)."""
    named = list(_named(purse, line.project).values())
    if not named:
        return f"you have no project {line.project}", "NV RES-16"
    if purse.work.options["research_reports"] == "all":
        return "every project is reported, free of charge", "NV RES-16"
    name = key("status", purse.empire, "", named[0])
    if purse.draft.given.get(name):
        return f"the report on {line.project} is already paid for", "NV RES-16"
    if purse.left < fees.REPORT:
        return purse.too_dear(fees.REPORT)
    purse.draft.given[name] = 1
    return purse.pay(line, fees.REPORT, "report_bought", "NV RES-16", project=named[0])


def assigned(purse: Purse) -> None:
    """Send teams to their projects; refund those that found none.

    Rule: NV RES-13, NV RES-16.
    """
    work, draft, id = purse.work, purse.draft, purse.empire
    idle = research.assign(work, draft, id, purse.maintained, purse.teams)
    if idle:
        _given_back(purse, fees.TEAM * idle, "teams_returned", "NV RES-13", teams=idle)
    running = {called(p) for p in draft.empires[id].projects}
    prefix = key("status", id)
    for name in [one for one in draft.given if one.startswith(prefix)]:
        project = name.removeprefix(prefix)
        if project not in running:
            del draft.given[name]
            _given_back(purse, fees.REPORT, "report_refunded", "NV RES-16", project=project)


def _given_back(purse: Purse, amount: int, kind: str, rule: str, **facts: Fact) -> None:
    telling.paid(purse.work, purse.draft, purse.empire, -amount, kind, rule=rule, **facts)
