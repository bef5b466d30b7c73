"""What the cases of the rulebook may use."""

from __future__ import annotations

from pbm.conformance.case_kit import CaseKit
from pbm.games.nova.conformance.case_lookup import thing
from pbm.games.nova.conformance.case_setup import scene
from pbm.games.nova.conformance.queries import QUERIES

CASES = CaseKit(QUERIES, scene, thing)
