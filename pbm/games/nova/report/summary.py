"""The first lines of a report: what the turn came to, in a few sentences.

Rule: NV REP-01, NV REP-20.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET

from pbm.engine.events import Event
from pbm.engine.game import Post
from pbm.games.nova.report.battles.battle_story import by_rounds_told
from pbm.games.nova.report.battles.battle_words import by_number
from pbm.games.nova.report.battles.round_story import round_summary
from pbm.games.nova.report.saying import Names, mcr, unit
from pbm.games.nova.rules.results.result_words import FULL, GARBLED
from pbm.games.nova.view.record import EmpireView, View
from pbm.kit.english import capital, count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import (
    Facts,
    Shown,
    failed_lines,
    missed_lines,
    of_kind,
    over_lines,
    perceived,
)


def summary(
    events: Sequence[Event], view: View, player: str, due: Sequence[str], post: Post
) -> tuple[str, ...]:
    """What a player wants to know first: fights, losses, contacts, money, failed orders."""
    del due
    if view.battles is not UNSET:
        return round_summary(view.battles)
    names = Names(view)
    seen = [shown for _event, shown in perceived(events, player)]
    lines = (
        *over_lines(seen),
        *_fate(seen),
        *missed_lines(seen, player, "units"),
        *_battles(seen),
        *_losses(seen),
        *_handed_over(seen, names),
        *_gains(seen),
        *_harm(seen),
        *_contacts(seen, names),
        *_post(post),
        *_research(seen),
        *_money(seen, view.empire),
        *failed_lines(seen, ("failed",)),
        *_next(view),
    )
    return lines or ("Nothing happened that you need to know.",)


def _fate(seen: Sequence[Shown]) -> list[str]:
    """What may end an empire."""
    lines = []
    if any(facts.get("default") for facts in of_kind(seen, "pregame")):
        lines.append("Your pregame sheet did not arrive; a position is given to you.")
    if of_kind(seen, "eliminated"):
        lines.append("Your empire is out of the game.")
    if of_kind(seen, "vacated"):
        lines.append("Your position is vacant; a sheet from you fills it again.")
    if of_kind(seen, "world_needed"):
        lines.append("You hold no world; make one before your colonies are gone.")
    return lines


def _battles(seen: Sequence[Shown]) -> list[str]:
    """How fights ended for the reader; what he lost and destroyed in them stands apart."""
    by_rounds = by_rounds_told(seen)
    full = [facts for facts in of_kind(seen, "battle") if facts["report"] == FULL]
    told = [facts for facts in full if facts["system"] not in by_rounds]
    apart = [_battle_line(f, by_rounds[f["system"]]) for f in full if f["system"] in by_rounds]
    places = {
        ended: [facts["system"] for facts in told if facts["outcome"] == ended]
        for ended in ("won", "lost", "")
    }
    lines = apart + [
        f"You {ended} the {'battles' if len(places[ended]) > 1 else 'battle'} "
        f"at {_some(places[ended])}."
        for ended in ("won", "lost")
        if places[ended]
    ]
    if places[""]:
        lines.append(f"Nobody won at {_some(places[''])}.")
    garbled = [f["system"] for f in of_kind(seen, "battle") if f["report"] == GARBLED]
    if garbled:
        lines.append(f"A garbled report came of a fight at {_some(garbled)}.")
    ground = of_kind(seen, "surface_combat")
    still = list(dict.fromkeys(facts["system"] for facts in ground if facts["goes_on"]))
    done = list(dict.fromkeys(facts["system"] for facts in ground if not facts["goes_on"]))
    if done:
        lines.append(f"Armies fought on {_some(done)}.")
    if still:
        lines.append(f"Armies fight on {_some(still)}; it goes on next turn.")
    return lines


def _battle_line(facts: Facts, destroyed: Sequence[str]) -> str:
    """One battle in a line: how it ended and when, and what was lost in it by whom."""
    ended = {"won": "You won the battle", "lost": "You lost the battle"}
    head = f"{ended.get(facts['outcome'], 'Nobody won the battle')} at {facts['system']}"
    lost = [one["ship"] for one in facts["own"] if one["fate"] in ("destroyed", "captured")]
    parts = [f"{_some(sorted(destroyed, key=by_number))} destroyed" if destroyed else ""]
    parts += [f"you lost {_some(lost)}" if lost else "you lost no ship"]
    rounds = count(facts["rounds"], "round")
    return f"{head} in {rounds}: {', '.join(filter(None, parts))}."


def _losses(seen: Sequence[Shown]) -> list[str]:
    fights = _in_short(seen)
    ships = [
        one["ship"]
        for facts in fights
        for one in facts["own"]
        if one.get("fate", "destroyed") in ("destroyed", "captured")
    ]
    ships += [facts["ship"] for facts in of_kind(seen, "crew_lost")]
    systems = [facts["system"] for facts in of_kind(seen, "system_lost")]
    gates = [facts["gate"] for facts in of_kind(seen, "gate_lost", "gate_destroyed")]
    lost = [*dict.fromkeys(ships), *dict.fromkeys(systems), *gates]
    return [f"You lost {_some(lost)}."] if lost else []


def _in_short(seen: Sequence[Shown]) -> list[Facts]:
    """Battles that have no line of their own, or not of their losses."""
    by_rounds = by_rounds_told(seen)
    return [
        facts
        for facts in of_kind(seen, "battle")
        if facts["report"] != FULL or facts["system"] not in by_rounds
    ]


def _handed_over(seen: Sequence[Shown], names: Names) -> list[str]:
    """Ships and gates that surrendered or were given, either way, and money that came."""
    heaps: dict[tuple[str, bool, str], list[str]] = {}
    for kind, whom in (("unit_given", "to"), ("unit_received", "sender")):
        for facts in of_kind(seen, kind):
            heap = heaps.setdefault((kind, facts["surrendered"], names.who(facts[whom])), [])
            heap.append(facts["what"])
    lines = []
    for (kind, surrendered, who), what in heaps.items():
        if kind == "unit_given":
            verb = "surrendered" if surrendered else "went over"
            lines.append(f"{_some(what)} {verb} to {who}.")
        elif surrendered:
            lines.append(f"{_some(what)} of {who} surrendered to you.")
        else:
            lines.append(f"{capital(who)} gave you {_some(what)}.")
    sums: dict[str, int] = {}
    for facts in of_kind(seen, "money_received"):
        sender = names.who(facts["sender"])
        sums[sender] = sums.get(sender, 0) + facts["amount"]
    return lines + [f"{capital(who)} sent you {mcr(amount)}." for who, amount in sums.items()]


def _gains(seen: Sequence[Shown]) -> list[str]:
    """Battles, systems taken, colonies established, systems explored."""
    lines = []
    killed = sum(one["destroyed"] for facts in _in_short(seen) for one in facts.get("against", ()))
    if killed:
        lines.append(f"You destroyed {count(killed, 'alien ship')}.")
    ships = [facts["ship"] for facts in of_kind(seen, "ship_captured", "derelict_taken")]
    if ships:
        lines.append(f"You took {listed(ships)}.")
    taken = [f["system"] for f in of_kind(seen, "system_captured", "system_retaken")]
    if taken:
        lines.append(f"You took {listed(taken)}.")
    sums: dict[tuple[str, str], int] = {}
    for facts in of_kind(seen, "established"):
        place = (facts["system"], facts["what"])
        sums[place] = sums.get(place, 0) + facts["number"]
    made = [f"{unit(what, number)} at {name}" for (name, what), number in sums.items()]
    new = [f["system"] for f in of_kind(seen, "explored") if f["new"]]
    if made:
        lines.append(f"Established: {_some(made)}.")
    worlds = _new_worlds(seen)
    if worlds:
        lines.append(f"New {'worlds' if len(worlds) > 1 else 'world'}: {_some(worlds)}.")
    if new:
        lines.append(f"Explored: {_some(new)}.")
    return lines


def _new_worlds(seen: Sequence[Shown]) -> list[str]:
    """Systems that colonies of this turn made a world; a world takes no more of them."""
    return [
        facts["system"]
        for facts in of_kind(seen, "established")
        if facts["what"] == "C" and facts["status"] == "WORLD"
    ]


def _harm(seen: Sequence[Shown]) -> list[str]:
    """Planets where nothing lives any more, by whosever doing, and those devastated."""
    emptied = {facts["system"]: facts for facts in of_kind(seen, "system_emptied")}
    lines = []
    for own, title in ((True, "Emptied, and no longer yours"), (False, "Emptied")):
        names = [
            f"{name} ({facts['why']})"
            for name, facts in emptied.items()
            if (facts["was"] in ("own", "captured")) == own
        ]
        if names:
            lines.append(f"{title}: {_some(names)}.")
    for kind, who in (("was_devastated", "Aliens"), ("devastated", "You")):
        places = list(dict.fromkeys(f["system"] for f in of_kind(seen, kind)))
        names = [name for name in places if name not in emptied]
        if names:
            lines.append(f"{who} devastated {_some(names)}.")
    return lines


def _some(parts: Sequence[str], most: int = 6) -> str:
    """A list of not too many parts."""
    if len(parts) <= most:
        return listed(parts)
    return f"{', '.join(parts[:most])} and {len(parts) - most} more"


def _contacts(seen: Sequence[Shown], names: Names) -> list[str]:
    new = [
        f"{names.who(facts['who'])} at {facts['system']}"
        for facts in of_kind(seen, "met")
        if facts["new_contact"]
    ]
    new += [
        f"{names.who(facts['who'])} at {facts['system']}"
        for facts in of_kind(seen, "minor_contact")
        if facts["new"]
    ]
    full = [facts["name"] for facts in of_kind(seen, "full_contact")]
    others = list(
        dict.fromkeys(f["system"] for f in of_kind(seen, "met") if f["contact"] != "friendly")
    )
    lines = []
    if new:
        lines.append(f"New contact with {listed(new)}.")
    if full:
        lines.append(f"Full contact with {listed(full)}.")
    if others:
        lines.append(f"Unknown aliens at {_some(others)}.")
    return lines


def _post(messages: Sequence[Mapping[str, Fact]]) -> list[str]:
    """From whom messages came, and whom one's own did not reach."""
    came = list(dict.fromkeys(one["name"] for one in messages if not one["sent"]))
    back = list(dict.fromkeys(one["name"] for one in messages if one["sent"] and one["refused"]))
    lines = [f"You have messages from {_some(came)}."] if came else []
    return lines + ([f"Not delivered: your message to {_some(back)}."] if back else [])


def _research(seen: Sequence[Shown]) -> list[str]:
    done = [facts["project"] for facts in of_kind(seen, "research_done")]
    if not done:
        return []
    return [f"{listed(done)} came in."]


def _money(seen: Sequence[Shown], own: EmpireView) -> list[str]:
    """How the treasury stands; debt and what is lost of it are never left out."""
    if not own.name or not _has_money(seen):
        return []
    held, coming = mcr(own.treasury), own.production_next
    lines = [f"Your treasury holds {held}; next turn's production is {coming}."]
    if own.debt:
        lines.append(f"You owe {mcr(own.debt)}.")
    return lines


def _has_money(seen: Iterable[Shown]) -> bool:
    return any(
        change["path"].endswith("/treasury")
        for shown in seen
        for change in shown.get("changes", ())
    ) or bool(of_kind(seen, "pregame"))


def _next(view: View) -> list[str]:
    if view.result:
        return ["There is nothing more to order."]
    if view.turn == 0:
        return ["The campaign begins: choose technology, designs and forces on your pregame sheet."]
    return []
