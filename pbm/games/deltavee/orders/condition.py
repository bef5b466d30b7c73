"""Conditions of order lines."""

from __future__ import annotations

from pbm.kit.records import Record
from pbm.language.condition import AnyOf


class Requirement(Record):
    """One requirement of a condition, judged at the moment its line is carried out.

    kind and fields used (``unit`` "" is the unit the line is for):
      within (what: missile, contact, enemy or a unit id; number)   an enemy one that near
      contacts_within (number)   the same as within contact
      range (unit, op, number)   chance (op, number)   value (op, number): of the fire at hand
      energy (op, number)  blocks (op, number)  velocity (unit, op, number)  turn (op, number)
      field_on (unit)  field_off (unit)  in_orbit (unit)  docked (unit)  jumping (unit)
      part (unit, name: part or pod kind, state: ok, damaged, destroyed)   damaged: D or X
      revealed (unit)   destroyed (unit)   on_map (unit, name: letter)   prepared ()
      in_range (): of the tractor beam or docking at hand
    op is one of ">=", "<=", ">", "<", "=". A test of a unit that is out of play is false
    (except destroyed); ``negated`` turns the outcome round.
    """

    kind: str
    unit: str = ""
    what: str = ""
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


class Condition(AnyOf[Requirement]):
    """When a line counts; empty: always."""


ALWAYS = Condition()
