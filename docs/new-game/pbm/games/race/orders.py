"""The order sheet: one line, ``add N``."""

import re
from collections.abc import Mapping

from pbm.games.race.state import Add
from pbm.games.race.view import View

from pbm.engine.events import OrderRef
from pbm.engine.types import Question, Reading, Understood
from pbm.kit.problems import illegal, invalid
from pbm.sheets.envelope import Sheet

MOST = 6


def read(sheet: Sheet, view: View, _options: Mapping[str, str]) -> Reading:
    """Understand each line, or say its place and a remedy; a note is a question."""
    add, problems, understood, docket = None, [], [], []
    for line in sheet.lines:
        if line.text.upper().startswith("NOTE TO GM"):
            docket.append(Question(f"{view.you}-{line.number}", view.you, line.text))
            understood.append(Understood(line.number, "Your note goes to the game master."))
            continue
        found = re.fullmatch(r"add (\d{1,3})", line.text.strip(), re.IGNORECASE)
        if found is None:
            fault = f'"{line.text.strip()}" is not an order'
            problems.append(invalid(fault, line.span(), remedy="Write  add 3"))
        elif int(found[1]) > MOST:
            problems.append(illegal(f"{found[1]} is more than {MOST}", line.span()))
        else:
            ref = OrderRef(view.you, sheet.mailing, line.number, line.text)
            add = Add(int(found[1]), ref)
            understood.append(Understood(line.number, f"Add {add.number}."))
    return Reading(add, tuple(problems), tuple(understood), tuple(docket))


def template(_view: View, _due: str, _options: Mapping[str, str]) -> str:
    """The next sheet, filled in."""
    return "add 1"
