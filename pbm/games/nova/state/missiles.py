"""Missile designs: what one is, its size, its faults.

Rule: NV DSN-22, NV DSN-23, NV TEC-25, NV TEC-26.
"""

from fractions import Fraction

from pbm.kit.records import Record

RESEARCH_TP = 1  # NV DSN-22: every missile design costs one tech point


class MissileDesign(Record):
    """One type of missile: damage in points, accuracy in percent, range in hexes."""

    name: str
    md: int
    ma: int
    mr: int

    @property
    def exact_size(self) -> Fraction:
        """Its size before rounding. Rule: NV TEC-26."""
        return Fraction(self.md, 2) + Fraction(2 * self.mr, 5) + Fraction(self.ma, 50)

    @property
    def size(self) -> int:
        """The least launcher that fires it. Rule: NV TEC-26, NV DSN-21."""
        return -(-self.exact_size // 1)

    def fits(self, launcher: int) -> bool:
        """Whether a launcher of this size fires it. Rule: NV DSN-21, TEC-25."""
        return launcher >= self.size
