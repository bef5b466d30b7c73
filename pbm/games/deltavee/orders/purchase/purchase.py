"""The purchase of a set-up sheet: which ships its lines buy, with everything wrong in them.

What is understood is gathered ship by ship; at the end the whole is added up by the function
that set-up uses. Rule: DV COST, DV S6, DV S10. Ambiguity: DV-A93.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.parts import near_part
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.purchase.goods import (
    MOST_LETTERS,
    TITLES,
    Buying,
    Good,
    classes_meant,
    is_letter,
    wanted_of,
)
from pbm.games.deltavee.orders.setup.place import (
    PlaceLine,
    freedom,
    place_text,
    placing_fault,
    read_place,
    start_fault,
)
from pbm.games.deltavee.orders.setup.pods import PodsLine, pods_text, read_pods
from pbm.games.deltavee.state.fleet import trial
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.prices import (
    RULE,
    FleetBill,
    PurchaseRefusal,
    classes_for_sale,
    settle,
    title_of,
    trans,
)
from pbm.games.deltavee.state.state import Buy, Purchase
from pbm.kit.english import capital
from pbm.kit.problems import Problem, Span, illegal, warning
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.language.line_log import LineLog, article
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.line import Line

MOST_OF_A_NAME = 30


class BuyLine(Record):
    """``BUY A Clarinet "Rook": 2 heavy weapon, energy`` and the lines below it.

    ``place`` and ``pods`` are for the ship as those of any other at set-up.
    """

    ref: OrderRef
    ship: Buy
    place: tuple[PlaceLine, ...] = ()
    pods: tuple[PodsLine, ...] = ()


class ShipDraft(Struct):
    """A ship as far as it has been read."""

    line: Line
    ref: OrderRef
    buy: Buy
    spans: list[Span] = field(default_factory=list)
    place: list[tuple[Line, PlaceLine]] = field(default_factory=list)
    pods: list[tuple[Line, PodsLine]] = field(default_factory=list)


class Shopping(Struct):
    """All ships of a sheet that are bought, in the order written."""

    roster: Roster
    log: LineLog
    options: Mapping[str, str]
    drafts: list[ShipDraft] = field(default_factory=list)
    start: tuple[Line, PlaceLine] | None = None

    @property
    def terms(self) -> Purchase | None:
        """What this player may buy; None if it is nothing."""
        return self.roster.purchase

    # --- the lines ---

    def ship(self, resolver: UnitResolver, buying: Buying, sheet: str) -> ShipDraft | None:
        """The ship of a BUY line; None, and why, if there can be none."""
        line = resolver.line
        if self.terms is None:
            self.log.refuse(line, self._no_buyer(line, sheet))
            return None
        counter, klass, name = self._named(resolver, buying)
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return None
        draft = ShipDraft(line, resolver.ref, Buy(counter, klass, name))
        self.drafts.append(draft)
        self.goods(resolver, draft, buying.goods)
        return draft

    def goods(self, resolver: UnitResolver, draft: ShipDraft, goods: Sequence[Good]) -> None:
        """Pods for a ship; those that are not understood are left out."""
        found = (
            resolver.each(goods, lambda good: (good, wanted_of(resolver, good))) if goods else []
        )
        for good, wanted in found:
            draft.buy = replace(draft.buy, wanted=(*draft.buy.wanted, wanted))
            draft.spans.append(resolver.span(good.word))
        self.log.problems += resolver.problems
        if resolver.left_out:
            self.log.refuse(resolver.line, *resolver.left_out)
        elif not resolver.is_understood:
            self.log.refuse(resolver.line)

    def statement(self, resolver: UnitResolver, draft: ShipDraft, statement: Statement) -> None:
        """A line below a BUY line: where the ship begins, which pod is in which box."""
        if statement.verb not in ("place", "pods"):
            fault = (
                f"{article(statement.verb)} {statement.verb} line does not belong on a SETUP sheet"
            )
            why = "Ships are bought and placed at set-up, and do nothing else there"
            resolver.refuse(fault, reason=why, outcome=NOT_DONE)
        elif statement.verb == "place":
            line = read_place(resolver, statement.node)
            if resolver.is_understood:
                draft.place.append((resolver.line, line))
                self.log.say(resolver.line, place_text(line, resolver.names))
        else:
            boxes = read_pods(resolver, statement)
            if resolver.is_understood:
                draft.pods.append((resolver.line, boxes))
                self.log.say(resolver.line, pods_text(boxes, resolver.names))
        self.log.problems += resolver.problems
        if not resolver.is_understood:
            self.log.refuse(resolver.line)

    def fleet(self, resolver: UnitResolver, fleet: Node) -> None:
        """The FLEET line."""
        line = resolver.line
        found = read_place(resolver, fleet)
        if resolver.is_understood and self.start is not None:
            resolver.bad(fleet.word, "there is more than one FLEET line", remedy="Write it once")
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return
        if self.terms is None:
            self.log.problems.append(self._no_buyer(line, "SETUP"))
            return
        self.start = (line, found)
        words = place_text(found, resolver.names).removeprefix("place ")
        self.log.say(line, f"the fleet begins {words}")
        if fault := start_fault(self.terms, found, self.roster.maps):
            self.log.problems.append(
                illegal(
                    "the fleet cannot begin like this",
                    line.span(),
                    reason=capital(fault),
                    rule="DV PBM",
                    outcome="This line does not count",
                )
            )
            self.start = None

    def named(self, name: str) -> ShipDraft | None:
        """The ship of this sheet with this letter or name."""
        wanted = folded(name.strip('"'))
        return next(
            (
                draft
                for draft in self.drafts
                if wanted in (folded(draft.buy.counter), folded(draft.buy.name) or None)
            ),
            None,
        )

    def _no_buyer(self, line: Line, sheet: str) -> Problem:
        if sheet != "SETUP":
            fault, reason = "nothing can be bought now", "Fleets are bought on the set-up sheet"
        else:
            fault = "you have nothing to buy with"
            reason = "In this scenario it is not for you to buy ships"
        return illegal(fault, line.span(), reason=reason, rule=RULE, outcome=NOT_DONE)

    def _named(self, resolver: UnitResolver, buying: Buying) -> tuple[str, str, str]:
        """Counter, class and name of a BUY line; problems go to the resolver."""
        names = [word for word in buying.words if word.type == "QUOTED"]
        words = [word for word in buying.words if word.type != "QUOTED"]
        if names and all(is_letter(word) for word in words):  # its class is in quotes too
            words, names = [*words, names[0]], names[1:]
        for extra in names[1:]:
            resolver.bad(extra, "a ship has one name", remedy="Write one name in quotes")
        found = list(classes_meant(words, self.options))
        if len(found) != 1:
            self._no_class(resolver, buying, words, [klass for _letter, klass in found])
            return "", "", ""
        letter, klass = found[0]
        if letter is None:
            resolver.bad(
                buying.word,
                f"this {title_of(klass)} has no letter",
                reason=f"Its counter bears one or {MOST_LETTERS} letters",
                remedy=f"Write  BUY {self._free()} {title_of(klass)}",
            )
            return "", "", ""
        counter = letter.upper()
        name = " ".join(names[0].strip('"').split()) if names else ""
        self._taken(resolver, letter, counter, "letter")
        if names:
            self._taken(resolver, names[0], name, "name")
            if not 0 < len(name) <= MOST_OF_A_NAME:
                fault = f"a name has 1 to {MOST_OF_A_NAME} characters, not {len(name)}"
                resolver.bad(names[0], fault)
        return counter, klass, name

    def _taken(self, resolver: UnitResolver, word: Token, name: str, what: str) -> None:
        before = self.named(name)
        if before is not None:
            fault = f"{name} could be either of two ships"
            reason = f"Line {before.line.number} buys {_label(before.buy)}"
        elif self.roster.own(name) is not None:
            fault, reason = f"{name} could be either of two units", "You have a unit of that name"
        else:
            return
        remedy = f"Give it a {what} of its own" + (
            f", such as {self._free()}" if what == "letter" else ""
        )
        resolver.bad(word, fault, reason=reason, remedy=remedy)

    def _free(self) -> str:
        letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
        letters += [f"{one}{other}" for one in letters for other in letters]
        return next(
            one for one in letters if self.named(one) is None and self.roster.own(one) is None
        )

    def _no_class(
        self, resolver: UnitResolver, buying: Buying, words: Sequence[Token], found: Sequence[str]
    ) -> None:
        text = " ".join(words)
        word = words[-1] if words else buying.word
        if found:
            titles = " or ".join(dict.fromkeys(map(title_of, found)))
            resolver.bad(word, f'"{text}" can mean {titles}', remedy="Write more of its words")
            return
        numbers = [one for one in words if one.type == "NUMBER"]
        titles = ", ".join(map(title_of, classes_for_sale(self.options)))
        if numbers and words[0] is numbers[0]:
            resolver.bad(
                numbers[0],
                "each ship is bought by a line of its own",
                remedy=f"Write  BUY {self._free()}  and its class, as many lines as ships",
            )
            return
        plain = text.casefold().replace("-", " ")
        near = near_part(plain, TITLES) or near_part(plain.partition(" ")[2], TITLES)
        remedy = f"Did you mean {title_of(TITLES[near])}?" if near else ""
        fault = f'"{text}" names no class of ship' if words else "this line names nothing to buy"
        resolver.bad(word, fault, reason=f"For sale are {titles}", remedy=remedy)

    # --- the whole ---

    def finish(self) -> tuple[tuple[BuyLine, ...], PlaceLine | None]:
        """The ships wished for and the FLEET line; what is wrong with them goes to the log."""
        start = None if self.start is None else self.start[1]
        if self.terms is None:
            return (), None
        buys = [draft.buy for draft in self.drafts]
        bill = settle(self.terms.budget, buys, self.options)
        for refusal in bill.refused:
            self.log.problems.append(self._refused(refusal, buys))
        self._say(bill)
        for draft in self.drafts:
            self._look(self.terms, start, draft, bill)
        if not bill.ships:
            self._nothing(self.terms)
        return tuple(
            BuyLine(
                draft.ref,
                draft.buy,
                place=tuple(line for _line, line in draft.place),
                pods=tuple(line for _line, line in draft.pods),
            )
            for draft in self.drafts
        ), start

    def _refused(self, refusal: PurchaseRefusal, buys: Sequence[Buy]) -> Problem:
        draft = self.drafts[buys.index(refusal.buy)]
        span = draft.spans[refusal.wish] if refusal.wish >= 0 else draft.line.span()
        many = refusal.what[:1].isdigit()
        outcome = f"{'They are' if many else 'It is'} not bought"
        if refusal.wish < 0 and draft.buy.wanted:
            outcome += ", nor are its pods"
        return illegal(
            f"you cannot buy {refusal.named}",
            span,
            reason=capital(refusal.why),
            rule=RULE,
            outcome=f"{outcome}; the rest of the sheet is bought as far as the Trans last",
            remedy=refusal.remedy,
        )

    def _say(self, bill: FleetBill) -> None:
        """Each ship as understood, with its cost and the sum so far."""
        paid = {ship.buy.counter: ship for ship in bill.ships}
        for draft in self.drafts:
            ship = paid.get(draft.buy.counter)
            label = _label(draft.buy)
            if ship is None:
                self.log.say(draft.line, f"buy {label}: not bought")
                continue
            items = ", ".join(f"{item.words} {item.trans:,}" for item in ship.items)
            spent = f"{bill.budget - ship.left:,} of {trans(bill.budget)} spent"
            self.log.say(draft.line, f"buy {label}: {items}; in all {trans(ship.trans)}; {spent}")

    def _look(
        self, terms: Purchase, start: PlaceLine | None, draft: ShipDraft, bill: FleetBill
    ) -> None:
        """Place and pods lines of one ship against what it may choose and what it carries."""
        free = freedom(terms, start, self.roster.maps)
        label = _label(draft.buy)
        for line, place in draft.place:
            fault = placing_fault(self.roster.state, free, place)
            if fault and terms.anywhere and place.at is not None and place.at not in free.hexes:
                near = "its hex" if not terms.within else f"the hexes within {terms.within} of it"
                fault += f"; the FLEET line names the hex, and {near} are free"
            self._problem(line, fault, f"{label} cannot be placed like this", "DV PBM")
        ship = next((one for one in bill.ships if one.buy.counter == draft.buy.counter), None)
        if ship is None:
            return
        unit = trial(ship.buy, self.options)
        for line, boxes in draft.pods:
            _unit, fault = pack(unit, boxes.boxes)
            if fault.startswith("it carries"):
                fault += "; a pod is bought in the BUY line or by  with"
            self._problem(line, fault, f"the pods of {label} cannot stand like this", "DV 10.1")

    def _problem(self, line: Line, fault: str, what: str, rule: str) -> None:
        if fault:
            reason = capital(fault)
            found = illegal(what, line.span(), reason=reason, rule=rule, outcome=NOT_DONE)
            self.log.problems.append(found)

    def _nothing(self, terms: Purchase) -> None:
        fleet = ", ".join(_label(buy) for buy in terms.fleet)
        self.log.problems.append(
            warning(
                "this sheet buys no ship",
                self.log.sheet.span,
                reason=f"You have {trans(terms.budget)}",
                rule=RULE,
                outcome=f"Without a purchase you get the fleet of the scenario: {fleet}",
                remedy="Write a line such as  BUY A Clarinet: 2 heavy weapon, energy",
            )
        )


def _label(buy: Buy) -> str:
    name = f' "{buy.name}"' if buy.name else ""
    return f"{title_of(buy.klass)} {buy.counter}{name}"
