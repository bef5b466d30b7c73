"""The pregame sheet: home star, technology, designs and what is bought, with every sum.

Rule: NV SET-11 to SET-13, NV SET-20 to SET-35. Ambiguity: NV A-TP-ROUND, NV A-BUILD-PREGAME.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec.structs import replace

from pbm.games.nova.orders.naming import folded, gate_ends
from pbm.games.nova.orders.reading.build_designs import Drawings
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.orders.syntax.parsed_lines import PregameLine
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.design import figures, new_design_tp
from pbm.games.nova.state.orders.designs import Pregame, Purchase
from pbm.games.nova.state.presets import PRESETS
from pbm.games.nova.state.technology import (
    HOME_TYPE,
    LEAST_HOME_TYPE,
    MCR_OF_TP,
    pregame_mcr,
    start_mcr,
    tech_points,
    total_points,
)
from pbm.games.nova.state.units import UNITS
from pbm.kit.problems import Problem, Severity, Span, illegal
from pbm.sheets.quoting import near

ADVISED_TP = (150, 230)  # Rule: NV SET-31.
ARMIES = ("AA", "RA")
GATE = "SG"


@dataclass(slots=True)
class Pregames:
    """The pregame sheet while it is read."""

    drawings: Drawings
    options: Mapping[str, str]
    sheet: Pregame = field(default_factory=Pregame)

    def take(self, resolver: Resolver, line: PregameLine) -> None:
        """One line."""
        if line.kind in self.sheet.refs and line.kind not in ("levels", "buy"):
            resolver.bad(line.word, f"{line.kind} stands twice")
        words = {
            "home": self._home,
            "preset": self._preset,
            "levels": self._levels,
            "buy": self._buy,
            "keep": self._keep,
        }[line.kind](resolver, line)
        log = self.drawings.log
        if not resolver.is_understood:
            log.refuse(resolver.line, *resolver.problems)
            return
        log.problems += resolver.problems
        self.sheet = replace(self.sheet, refs={**self.sheet.refs, line.kind: resolver.ref})
        log.say(resolver.line, words)

    def _home(self, resolver: Resolver, line: PregameLine) -> str:
        """Rule: NV SET-27, NV SET-28."""
        number = line.number or 0
        if not LEAST_HOME_TYPE <= number <= HOME_TYPE:
            resolver.bad(
                line.word,
                f"a home star cannot be of type {number}",
                reason=f"It is of type {HOME_TYPE}, and may be reduced to {LEAST_HOME_TYPE}",
                rule="NV SET-27",
            )
            return ""
        self.sheet = replace(self.sheet, home_type=number)
        return f"HOME TYPE {number} ({start_mcr(number)} MCr to spend)"

    def _preset(self, resolver: Resolver, line: PregameLine) -> str:
        """One of the twelve sample technologies. Rule: NV TEC-47."""
        assert line.name is not None
        titles = {folded(one.title): key for key, one in PRESETS.items()}
        name = titles.get(folded(bare(line.name)), folded(bare(line.name)))
        if name not in PRESETS:
            found = near(name, {key: one.name for key, one in PRESETS.items()})
            names = ", ".join(PRESETS)
            resolver.bad(
                line.name,
                f'"{bare(line.name)}" is no sample technology',
                reason=f"They are {names}",
                rule="NV TEC-47",
                remedy=f"Did you mean {found}?" if found else "",
            )
            return ""
        one = PRESETS[name]
        self._know({**one.levels, **self.sheet.tech})
        self.sheet = replace(self.sheet, preset=one.name)
        levels = ", ".join(f"{kind} {level}" for kind, level in one.levels.items())
        return f"TECH preset {one.name} ({levels}; {amount_text(one.points)} TP)"

    def _levels(self, resolver: Resolver, line: PregameLine) -> str:
        """Levels one by one; they stand before those of a preset. Rule: NV SET-29."""
        told: list[str] = []
        levels = dict(self.sheet.tech)
        for word, level in line.levels:
            kind = word.upper()
            try:
                told.append(f"{kind} {level} ({amount_text(tech_points(kind, level))} TP)")
            except ValueError as error:
                resolver.bad(word, str(error), rule="NV TEC-01")
            levels[kind] = level
        if resolver.is_understood:
            self._know(levels)
        return f"TECH {', '.join(told)}"

    def _know(self, levels: Mapping[str, int]) -> None:
        self.sheet = replace(self.sheet, tech=dict(levels))
        self.drawings.levels = self.sheet.tech

    def _buy(self, resolver: Resolver, line: PregameLine) -> str:
        """Ships of this sheet's designs, and units; never teams. Rule: NV SET-23."""
        assert line.name is not None
        names: tuple[str, ...] = ()
        price: Fraction | None = None
        whole: int | None = None
        for bit in resolver.once(line.bits).values():
            if bit.kind == "as_names":
                names = tuple(map(resolver.new_name, bit.tokens("NAME", "QUOTED")))
            elif bit.kind == "price":
                price = Fraction(bit.number or 0)
            else:
                whole = bit.number
        number = line.number or 0
        if number < 1:
            resolver.bad(line.word, "this buys nothing", remedy="Write how many, at least 1")
        name = bare(line.name)
        is_unit = name.upper() in UNITS and UNITS[name.upper()].is_built
        name = name.upper() if is_unit else name
        if names and is_unit and name != GATE:
            resolver.warn(f"{name} are not called by names; what follows as does not count")
            names = ()
        if len(names) > number:
            _too_many_names(resolver, line, name, names)
        cost = self._cost(resolver, line, name, is_unit=is_unit)
        if cost and not is_unit and len(names) < number:
            has = "has" if number - len(names) == 1 else "have"
            resolver.warn(f"{number - len(names)} of {number} {name} {has} no name of yours")
        if cost and price is not None and price != cost:
            resolver.warn(f"one {name} costs {cost} MCr, not {price}")
        if cost and whole is not None and whole != cost * number:
            resolver.warn(f"this comes to {cost * number} MCr, not {whole}")
        bought = Purchase(resolver.ref, name, number, names, price)
        if resolver.is_understood:
            self.sheet = replace(self.sheet, purchases=(*self.sheet.purchases, bought))
        called = f" as {', '.join(names)}" if names else ""
        if name == GATE and names:
            ends = ", ".join(" and ".join(gate_ends(one)) for one in names)
            called += f" [ends {ends}, stored at home]"
        return f"BUY {name} {number} @ {cost} = {cost * number}{called}"

    def _cost(self, resolver: Resolver, line: PregameLine, name: str, *, is_unit: bool) -> int:
        if is_unit:
            return UNITS[name].full_cost or 0
        design = self.drawings.designed(name)
        if design is None:
            assert line.name is not None
            if folded(name) in ("rdt", "rdts"):
                resolver.bad(line.name, "teams cannot be bought before turn 1", rule="NV SET-23")
            else:
                resolver.miss(line.name, "is no design of this sheet", self._near(name))
            return 0
        return figures(design).cost

    def _near(self, name: str) -> str:
        """What of all that can be bought is called much like this, or ""."""
        designs = {folded(one.name): one.name for _ref, one in self.drawings.sheet.designs}
        units = {folded(key): key for key, unit in UNITS.items() if unit.is_built}
        return near(name, units | designs)

    def _keep(self, _resolver: Resolver, line: PregameLine) -> str:
        self.sheet = replace(self.sheet, keep=line.number)
        return f"KEEP {line.number}, to be compared"

    # --- the whole ---

    def made(self) -> Pregame:
        """The whole sheet, once its sums are said."""
        drawn = self.drawings.sheet
        self.sheet = replace(self.sheet, designs=drawn.designs, missiles=drawn.missiles)
        self.drawings.log.problems += self._sums()
        return self.sheet

    def _sums(self) -> Iterator[Problem]:
        sums = pregame_sums(self.sheet)
        spent = sums["technology"] + sums["designs"] + sums["purchases"]
        left = sums["money"] - spent
        place = self._place("keep")
        words = (
            f"{sums['money']} - {sums['technology']} technology - {sums['designs']} designs"
            f" - {sums['purchases']} bought = {left} MCr"
        )
        yield Problem(Severity.NOTE, words, place, rule="NV SET-30")
        # Where a line was refused, that line is told of; what it meant to buy is not known.
        # Who writes KEEP knows the sum, or is told it.
        nothing = not (spent or self.sheet.designs or self.sheet.missiles)
        if (
            nothing
            and self.sheet.keep is None
            and not any(one.is_error for one in self.drawings.log.problems)
        ):
            yield Problem(
                Severity.WARNING,
                "this sheet buys nothing: no technology, no design, no ship, no unit",
                reason="What the prefilled sheet held counts only where it stands on yours, too",
                outcome="You begin without any",
                remedy="Send your prefilled sheet again, with what you change in it",
            )
        if left < 0:
            yield illegal(
                f"this spends {spent} MCr of {sums['money']}",
                place,
                reason=f"{-left} MCr too much; a home star of lower type gives 400 more",
                rule="NV SET-30",
                outcome="What was written last is not bought",
            )
        if self.sheet.keep is not None and self.sheet.keep != left:
            reason = "The sums of a sheet are compared, never used"
            fault = f"what is kept is {left} MCr, not {self.sheet.keep}"
            yield Problem(Severity.WARNING, fault, place, reason, "NV ORD-04")
        points = total_points(self.sheet.tech)
        low, high = ADVISED_TP
        if not low <= points <= high:
            fault = f"the technology is worth {amount_text(points)} TP"
            reason = f"The book advises {low} to {high}"
            yield Problem(Severity.NOTE, fault, self._place("levels"), reason, "NV SET-31")
        armies = sum(one.number for one in self.sheet.purchases if one.name in ARMIES)
        limit = self.options["pregame.army_limit"]
        if limit != "none" and armies > int(limit):
            yield illegal(
                f"{armies} armies are bought",
                self._place("buy"),
                reason=f"In this campaign at most {limit} may be",
                rule="NV ECO-03",
                outcome="Those above the limit are not bought",
            )

    def _place(self, kind: str) -> Span | None:
        ref = self.sheet.refs.get(kind)
        return None if ref is None else self.drawings.log.line_span(ref.line)


def _too_many_names(
    resolver: Resolver, line: PregameLine, what: str, names: tuple[str, ...]
) -> None:
    """More names than there are ships or gates."""
    number = line.number or 0
    if what == GATE:
        ends = " and ".join(gate_ends(names[0]))
        reason = f"Before turn 1 a gate has one name, and its ends are called by it: {ends}"
        resolver.bad(
            line.word,
            f"{len(names)} names for {number} star gate{'s' if number > 1 else ''}",
            reason=reason,
            rule="NV ORD-41",
            remedy=f"Write  BUY SG {number} as {', '.join(names[:number])}",
        )
    else:
        fault = f"{len(names)} names for {number} {what}"
        resolver.bad(line.word, fault, rule="NV ORD-41", remedy=f"Write  BUY {what} {len(names)}")


def pregame_sums(sheet: Pregame) -> Mapping[str, int]:
    """MCr there are, and what technology, designs and purchases cost. Rule: NV SET-22, SET-30."""
    designs = {folded(design.name): design for _ref, design in sheet.designs}
    points = sum(new_design_tp(figures(one).cost) for one in designs.values()) + len(sheet.missiles)
    bought = 0
    for one in sheet.purchases:
        unit = UNITS.get(one.name)
        cost = figures(designs[folded(one.name)]).cost if unit is None else unit.full_cost or 0
        bought += cost * one.number
    return {
        "money": start_mcr(sheet.home_type),
        "technology": pregame_mcr(total_points(sheet.tech)),
        "designs": points * MCR_OF_TP,
        "purchases": bought,
    }
