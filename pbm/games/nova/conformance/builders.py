"""What questions of cases are about, made from lines of a design."""

from collections.abc import Sequence

from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.rules.space_combat.fire import gunnery
from pbm.games.nova.rules.space_combat.fire.gunnery import Weapon
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.problems import Faults, invalid
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault


class MissileFigures(Record):
    """A missile of a case: damage, accuracy in percent, range."""

    md: int = 1
    ma: int = 100
    mr: int = 1

    def called(self, name: str = "") -> MissileDesign:
        """The missile design of these figures."""
        return MissileDesign(name, self.md, self.ma, self.mr)


def design_of(lines: Sequence[str], name: str = "old", of: str = "") -> Design:
    """The design of these lines, in quotes where they hold a comma."""
    read = [read_design_line(line) for line in lines]
    wrong = [found for found in read if isinstance(found, SyntaxFault)]
    if wrong:
        raise Faults(*(invalid(f"{found.fault}: {found.reason}") for found in wrong))
    said = [found for found in read if not isinstance(found, SyntaxFault)]
    parts = tuple(found.part for found in said if found.part is not None)
    return Design(name, "", parts, max((found.intrinsic_tc for found in said), default=0), of)


def weapon_of(line: str) -> Weapon:
    """The weapon of a design's line, such as ``FP 8 FA 140 FD 5``."""
    found = gunnery.weapons(design_of([line]))
    if not found:
        raise Faults.invalid(f"{line} is not a weapon")
    return found[0]
