"""What the cases of the rulebook may use."""

from pbm.conformance.case_kit import CaseKit
from pbm.conformance.queries import defined_in, named
from pbm.conformance.vocabulary import vocabulary
from pbm.games.nova.conformance import (
    battle_queries,
    combat_queries,
    contact_queries,
    economy_queries,
    effect_queries,
    movement_queries,
    number_queries,
    order_queries,
    report_queries,
    setting_queries,
    surface_queries,
)
from pbm.games.nova.conformance.case_lookup import thing
from pbm.games.nova.conformance.case_setup import scene
from pbm.games.nova.report import sitrep
from pbm.games.nova.rules.economy.upkeep import teams_cost
from pbm.games.nova.rules.exploration.devastation import type_after_pcbs, type_after_tfc
from pbm.games.nova.rules.movement.interdiction import is_immune
from pbm.games.nova.rules.space_combat.fire.accuracy import plasma_reduction
from pbm.games.nova.state import components, contact_table, sizes, technology, units

QUERIES = (
    defined_in(
        battle_queries,
        combat_queries,
        contact_queries,
        economy_queries,
        effect_queries,
        movement_queries,
        number_queries,
        order_queries,
        report_queries,
        setting_queries,
        surface_queries,
    )
    | named(
        contact_table.contact_code,
        sizes.carry_size,
        sizes.intrinsic_armour,
        sizes.size_class,
        technology.may_use,
        technology.pregame_mcr,
        technology.start_mcr,
        units.militia,
    )
    | {
        "bombs": type_after_pcbs,
        "fp_range": components.beam_range,
        "garrison": units.garrison_needed,
        "immune": is_immune,
        "plasma_loss": plasma_reduction,
        "sitrep_header": sitrep.header,
        "teams": teams_cost,
        "terraform": type_after_tfc,
    }
)
CASES = CaseKit(
    QUERIES,
    scene,
    thing,
    things=("empire", "system", "ship", "hull", "gate", "sight", "project", "contact", "game"),
    vocabulary=lambda: vocabulary("pbm.games.nova"),
)
