"""What the cases of the rulebook may use."""

from pbm.conformance.case_kit import CaseKit
from pbm.conformance.queries import defined_in
from pbm.conformance.vocabulary import vocabulary
from pbm.games.deltavee.conformance import fire_queries, purchase_queries, unit_queries
from pbm.games.deltavee.conformance.case_lookup import thing
from pbm.games.deltavee.conformance.case_setup import scene
from pbm.games.deltavee.conformance.case_words import READER
from pbm.games.deltavee.rules.fire.relative import chart, statement_of
from pbm.games.deltavee.rules.missiles.interception import interception_chance
from pbm.games.deltavee.state.scale import scale

QUERIES = defined_in(fire_queries, purchase_queries, unit_queries) | {
    "relative_chart": chart,
    "statement": statement_of,
    "interception": interception_chance,
    "scale": scale,
}
CASES = CaseKit(
    QUERIES,
    scene,
    thing,
    reader=READER,
    things=("unit", "ship", "log", "purchase", "game"),
    vocabulary=lambda: vocabulary("pbm.games.deltavee"),
)
