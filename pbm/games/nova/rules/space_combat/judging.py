"""Conditions of BATTLE lines, judged in a battle by what a side knows then.

Rule: NV SPC-01, NV ORD-37. Ambiguity: NV A-ORD-CO-EVENTS.
"""

from collections.abc import Callable, Mapping

from pbm.games.nova.rules.space_combat.captain import CaptainView
from pbm.games.nova.state.orders.conditions import Test
from pbm.language.condition import COMPARE


def judged(view: CaptainView) -> Callable[[Test], bool]:
    """Judge tests as a side can in a battle. Ambiguity: NV A-ORD-CO-EVENTS."""

    def passes(test: Test) -> bool:
        return _TESTS[test.kind](test, view) != test.negated

    return passes


def _counted(number: Callable[[CaptainView], int]) -> Callable[[Test, CaptainView], bool]:
    return lambda test, view: COMPARE[test.op](number(view), test.number)


def losses(view: CaptainView) -> int:
    """Own ships destroyed or captured, in percent of those brought, rounded down."""
    return 100 * view.gone // view.started if view.started else 0


# Tests whose outcome changes in a battle. All others are judged before it.
_TESTS: Mapping[str, Callable[[Test, CaptainView], bool]] = {
    "round": _counted(lambda view: view.round),
    "losses": _counted(losses),
    "ships": _counted(lambda view: len(view.own)),
    "aliens": _counted(lambda view: len(view.foes) + len(view.others)),
    "alone": lambda _test, view: not (view.foes or view.lost or view.others),
    "won": lambda _test, view: not (view.foes or view.lost),
    "lost": lambda _test, view: not view.own,
}
IN_BATTLE = tuple(_TESTS)
