"""Conditions of lines: tests in disjunctive form. Rule: NV ORD-37."""

from pbm.games.nova.state.orders.parts import EmpireName
from pbm.kit.records import Record
from pbm.language.condition import AnyOf


class Test(Record):
    """One test of a condition, judged in the system of the unit it is for.

    kind and fields used:
      received (empire, op, number)   MCr received from that empire this turn
      transferred (name, empire)      the unit of this name was given by that empire this turn
      interdicted ()                  the unit was stopped short of its destination
      system_of (empire)              the system identifies itself as that empire's
      contact (empire)                the empire has identified itself here this turn
      aliens (op, number)             alien ships met here
      assaulted (empire "": any)      own ground units here were attacked
      sdu (op, number)                SDUs still defending against the unit's side
      losses (op, number)             own losses here in percent
      armies (op, number)  ships (op, number)   own ones still here
      round (op, number)  won ()  lost ()  alone ()
      treasury (op, number)           own treasury before expenditures (PLAN only)
    op is one of ">=", "<=", ">", "<", "=". ``negated`` turns the outcome round.
    Rule: NV ORD-37. Ambiguity: NV A-ORD-CO-EVENTS.
    """

    kind: str
    empire: EmpireName = ""
    name: str = ""
    op: str = ">="
    number: int = 0
    negated: bool = False


class Condition(AnyOf[Test]):
    """Tests in disjunctive form. Empty: always."""

    # Named again with its kind: what reads a stored state back knows no type variables.
    any_of: tuple[tuple[Test, ...], ...] = ()


ALWAYS = Condition()
