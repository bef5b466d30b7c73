"""What the cases of the rulebook may use."""

from pbm.conformance.case_kit import CaseKit
from pbm.conformance.vocabulary import vocabulary
from pbm.games.knighthawks.conformance.case_setup import READER, scene, thing
from pbm.games.knighthawks.conformance.queries import QUERIES

CASES = CaseKit(
    QUERIES,
    scene,
    thing,
    reader=READER,
    things=("ship", "game"),
    vocabulary=lambda: vocabulary("pbm.games.knighthawks"),
)
