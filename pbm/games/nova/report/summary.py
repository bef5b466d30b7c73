"""The first lines of a report: the turn in a few sentences.

Rule: NV REP-01, NV REP-20.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from pbm.engine.events import Event
from pbm.engine.game import Post
from pbm.games.nova.report.battles.battle_story import by_rounds_told
from pbm.games.nova.report.battles.round_story import round_summary
from pbm.games.nova.report.facts import Battle, Met, Plain, told
from pbm.games.nova.report.saying import Names, first_of, mcr, unit
from pbm.games.nova.report.sentences import CATALOGUE
from pbm.games.nova.rules.results.result_words import FULL, GARBLED
from pbm.games.nova.view.record import EmpireView, View
from pbm.kit.english import by_number, capital, count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import SeenEvents, failed_lines, missed_lines, over_lines, seen_by


def summary(
    events: Sequence[Event], view: View, player: str, due: Sequence[str], post: Post
) -> tuple[str, ...]:
    """What a player wants to know first: fights, losses, contacts, money, failed orders."""
    del due
    if view.battles is not UNSET:
        return round_summary(view.battles)
    names = Names(view)
    seen = seen_by(events, player)
    by_rounds, battles = by_rounds_told(seen), told(seen, Battle, "battle")
    # Battles whose losses have no line of their own.
    in_short = [one for one in battles if one.report != FULL or one.system not in by_rounds]
    lines = (
        *over_lines(seen),
        *_fate(seen, names),
        *missed_lines(seen, player, "units"),
        *_battles(seen, battles, by_rounds),
        *_losses(seen, in_short),
        *_handed_over(seen, names),
        *_gains(seen, in_short),
        *_harm(seen),
        *_contacts(seen, names),
        *_post(post),
        *_research(seen),
        *_money(seen, view.empire),
        *failed_lines(seen.all_of("failed"), ("failed",)),
        *_next(view),
    )
    return lines or ("Nothing happened that you need to know.",)


def _fate(seen: SeenEvents, names: Names) -> list[str]:
    """Events that end an empire or threaten to."""
    lines = []
    if any(one.default for one in told(seen, Plain, "pregame")):
        lines.append("Your pregame sheet did not arrive; you are given a position.")
    for kind in ("eliminated", "vacated", "world_needed"):
        lines += [CATALOGUE.sentence(one, names) for one in seen.all_of(kind)]
    return lines


def _battles(
    seen: SeenEvents, battles: Sequence[Battle], by_rounds: Mapping[str, Sequence[str]]
) -> list[str]:
    """How battles ended for the reader; losses are in lines of their own."""
    full = [one for one in battles if one.report == FULL]
    apart = [_battle_line(one, by_rounds[one.system]) for one in full if one.system in by_rounds]
    places = {
        ended: [one.system for one in full if one.outcome == ended and one.system not in by_rounds]
        for ended in ("won", "lost", "")
    }
    lines = apart + [
        f"You {ended} the {'battles' if len(places[ended]) > 1 else 'battle'} "
        f"at {first_of(places[ended])}."
        for ended in ("won", "lost")
        if places[ended]
    ]
    if places[""]:
        lines.append(f"Nobody won at {first_of(places[''])}.")
    garbled = [one.system for one in battles if one.report == GARBLED]
    if garbled:
        lines.append(f"A garbled report came of a fight at {first_of(garbled)}.")
    ground = told(seen, Plain, "surface_combat")
    still = list(dict.fromkeys(one.system for one in ground if one.goes_on))
    done = list(dict.fromkeys(one.system for one in ground if not one.goes_on))
    if done:
        lines.append(f"Armies fought on {first_of(done)}.")
    if still:
        lines.append(f"Armies fight on {first_of(still)}; the fighting goes on next turn.")
    return lines


def _battle_line(battle: Battle, gone: Sequence[str]) -> str:
    """One battle in a line: its end, its rounds and the losses of both sides.

    Where others than enemies are among the aliens seen destroyed, enemies are only counted.
    """
    ended = {"won": "You won the battle", "lost": "You lost the battle"}
    head = f"{ended.get(battle.outcome, 'Nobody won the battle')} at {battle.system}"
    lost = [one.ship for one in battle.own if one.is_lost]
    destroyed = first_of(sorted(gone, key=by_number))
    if len(gone) > battle.destroyed:
        destroyed = count(battle.destroyed, "alien ship") if battle.destroyed else ""
    parts = [f"{destroyed} destroyed" if destroyed else ""]
    parts += [f"you lost {first_of(lost)}" if lost else "you lost no ship"]
    rounds = count(battle.rounds, "round")
    return f"{head} in {rounds}: {', '.join(filter(None, parts))}."


def _losses(seen: SeenEvents, in_short: Sequence[Battle]) -> list[str]:
    ships = [one.ship for battle in in_short for one in battle.own if one.is_lost]
    ships += [one.ship for one in told(seen, Plain, "crew_lost")]
    systems = [one.system for one in told(seen, Plain, "system_lost")]
    gates = [one.gate for one in told(seen, Plain, "gate_lost", "gate_destroyed")]
    lost = [*dict.fromkeys(ships), *dict.fromkeys(systems), *gates]
    return [f"You lost {first_of(lost)}."] if lost else []


def _handed_over(seen: SeenEvents, names: Names) -> list[str]:
    """Ships and gates that changed hands, and money received."""
    heaps: dict[tuple[str, bool, str], list[str]] = {}
    for kind in ("unit_given", "unit_received"):
        for one in told(seen, Plain, kind):
            who = names.who(one.to or one.sender)
            heaps.setdefault((kind, one.surrendered, who), []).append(one.what)
    lines = []
    for (kind, surrendered, who), what in heaps.items():
        if kind == "unit_given":
            verb = "surrendered" if surrendered else "went over"
            lines.append(f"{first_of(what)} {verb} to {who}.")
        elif surrendered:
            lines.append(f"{first_of(what)} of {who} surrendered to you.")
        else:
            lines.append(f"{capital(who)} gave you {first_of(what)}.")
    sums: dict[str, int] = {}
    for one in told(seen, Plain, "money_received"):
        sender = names.who(one.sender)
        sums[sender] = sums.get(sender, 0) + one.amount
    return lines + [f"{capital(who)} sent you {mcr(amount)}." for who, amount in sums.items()]


def _gains(seen: SeenEvents, in_short: Sequence[Battle]) -> list[str]:
    """Battles, systems taken, colonies established, systems explored."""
    lines = []
    killed = sum(one.destroyed for one in in_short)
    if killed:
        lines.append(f"You destroyed {count(killed, 'alien ship')}.")
    ships = [one.ship for one in told(seen, Plain, "ship_captured", "derelict_taken")]
    if ships:
        lines.append(f"You took {listed(ships)}.")
    taken = [one.system for one in told(seen, Plain, "system_captured", "system_retaken")]
    if taken:
        lines.append(f"You took {listed(taken)}.")
    sums: dict[tuple[str, str], int] = {}
    established = told(seen, Plain, "established")
    for one in established:
        place = (one.system, one.what)
        sums[place] = sums.get(place, 0) + one.number
    made = [f"{unit(what, number)} at {name}" for (name, what), number in sums.items()]
    new = [one.system for one in told(seen, Plain, "explored") if one.new]
    if made:
        lines.append(f"Established: {first_of(made)}.")
    # A world takes no more colonies.
    worlds = [one.system for one in established if one.is_world]
    if worlds:
        lines.append(f"New {'worlds' if len(worlds) > 1 else 'world'}: {first_of(worlds)}.")
    if new:
        lines.append(f"Explored: {first_of(new)}.")
    return lines


def _harm(seen: SeenEvents) -> list[str]:
    """Planets emptied, and planets devastated."""
    emptied = {one.system: one for one in told(seen, Plain, "system_emptied")}
    lines = []
    for own, title in ((True, "Emptied, and no longer yours"), (False, "Emptied")):
        names = [
            f"{name} ({one.why})"
            for name, one in emptied.items()
            if (one.was in ("own", "captured")) == own
        ]
        if names:
            lines.append(f"{title}: {first_of(names)}.")
    for kind, who in (("was_devastated", "Aliens"), ("devastated", "You")):
        places = list(dict.fromkeys(one.system for one in told(seen, Plain, kind)))
        names = [name for name in places if name not in emptied]
        if names:
            lines.append(f"{who} devastated {first_of(names)}.")
    return lines


def _contacts(seen: SeenEvents, names: Names) -> list[str]:
    met = told(seen, Met, "met")
    places = [(one.who, one.system) for one in met if one.new_contact]
    places += [(one.who, one.system) for one in told(seen, Plain, "minor_contact") if one.new]
    new = [f"{names.who(who)} at {system}" for who, system in places]
    full = [one.name for one in told(seen, Plain, "full_contact")]
    others = list(dict.fromkeys(one.system for one in met if not one.is_friendly))
    lines = []
    if new:
        lines.append(f"New contact with {listed(new)}.")
    if full:
        lines.append(f"Full contact with {listed(full)}.")
    if others:
        lines.append(f"Unknown aliens at {first_of(others)}.")
    return lines


def _post(messages: Sequence[Mapping[str, Fact]]) -> list[str]:
    """Senders of messages, and readers whom own messages did not reach."""
    came = list(dict.fromkeys(one["name"] for one in messages if not one["sent"]))
    back = list(dict.fromkeys(one["name"] for one in messages if one["sent"] and one["refused"]))
    lines = [f"You have messages from {first_of(came)}."] if came else []
    return lines + ([f"Not delivered: your message to {first_of(back)}."] if back else [])


def _research(seen: SeenEvents) -> list[str]:
    done = [one.project for one in told(seen, Plain, "research_done")]
    return [f"{listed(done)} came in."] if done else []


def _money(seen: SeenEvents, own: EmpireView) -> list[str]:
    """The treasury, next turn's production and any debt."""
    if not own.name or not _has_money(seen):
        return []
    held, coming = mcr(own.treasury), own.production_next
    lines = [f"Your treasury holds {held}; next turn's production is {coming}."]
    if own.debt:
        lines.append(f"You owe {mcr(own.debt)}.")
    return lines


def _has_money(seen: SeenEvents) -> bool:
    return any(
        change["path"].endswith("/treasury")
        for shown in seen
        for change in shown.get("changes", ())
    ) or bool(seen.of_kind("pregame"))


def _next(view: View) -> list[str]:
    if view.turn == 0:
        return ["The campaign begins: choose technology, designs and forces on your pregame sheet."]
    return []
