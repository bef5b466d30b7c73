"""Every form of every line of Nova's sheets, with how it is understood.

A pair is what a player may write and the canonical form; where both are the same there is one
string. The lists leave no rule and no word of the grammar out.
"""

from __future__ import annotations

Form = tuple[str, str]


def _pairs(*forms: str | Form) -> list[Form]:
    return [(form, form) if isinstance(form, str) else form for form in forms]


FRONT = _pairs(
    "SALVAGE Scout-3 at ALGOL",
    "SALVAGE Scout-3, 2 RA at ALGOL = 41",
    ("salvage ship Scout-3 at ALGOL = 41 MCr", "SALVAGE Scout-3 at ALGOL = 41"),
    ("SALVAGE Bumble at VIRUS", "SALVAGE hull Bumble at VIRUS"),
    "SALVAGE hull Bumble at VIRUS",
    ("SALVAGE Ring-A at VIRUS = 90", "SALVAGE gate Ring-A at VIRUS = 90"),
    "SALVAGE gate Ring-A at VIRUS",
    "PILLAGE MAVIS",
    ("PILLAGE MAVIS = 120 lift 3 AA, SDU", "PILLAGE MAVIS = 120 lift 3 AA, all SDU"),
    "TREASURY AT SHOOT",
    "HOME AT SHOOT",
    "DESTROY 100 MCr",
    ("DESTROY 100", "DESTROY 100 MCr"),
    ("DESTROY Ring-A", "DESTROY gate Ring-A"),
    "DESTROY gate Ring-A",
    "DESTROY hull Bumble",
)
SUMS = (
    "PRODUCTION 316",
    "TREASURY 50 BONUS 0; RECEIVED B 100, TOTAL 366",
    "EXPEND = 0 TREASURY AFTER -20",
    "RECEIVED 100 FROM B",
    "PRODUCTION: 316; TREASURY: -5",
    "TREASURY = 50 received from C 3",
)
EXPENDITURES = _pairs(
    "Maintain all @ 10",
    "Maintain MD 5-7 [3] @ 10",
    'Maintain NSD "Wasp Mark 2"',
    "RDT 4 @ 40",
    ("rdt", "RDT 1"),
    "Hornet 3 @ 83 = 249 at VIRUS",
    "Hornet up to 4",
    ("Hornet", "Hornet 1"),
    "Part Hornet 40 of 83 at VIRUS as Bee",
    ("Part Hornet 40 as Bee", "Part Hornet 40 as Bee"),
    "Finish Bumble",
    "Finish Bumble 43",
    ("Colony 2 @ 60 at VIRUS", "C 2 @ 60 at VIRUS"),
    ("2 C", "C 2"),
    ("build 3 Hornet at VIRUS", "Hornet 3 at VIRUS"),
    ("build Hornet", "Hornet 1"),
    ("buy SDU", "SDU 1"),
    ("construct 2 AA @ 30", "AA 2 @ 30"),
    ("3 AA 2", ""),
    ("4 RDT @ 40", "RDT 4 @ 40"),
    ("build 4 RDT", "RDT 4"),
    ("Hornet x2 in VIRUS", "Hornet 2 at VIRUS"),
    ("Hornet x 2", "Hornet 2"),
    ("Repair Africa armour 9, BL2", "Repair Africa: armour 9, BL2"),
    ("Repair Africa: engines", ""),
    ("Send B 40", "Send 40 to B"),
    "AA 2",
    "RA 2 at VIRUS",
    "SDU 1 at SHOOT",
    "IC 1",
    "PCB 2",
    "TFC 1",
    "SG at VIRUS + SHOOT as Ring-D + Ring-E",
    (
        "Star Gate 1 @ 360 at VIRUS + SHOOT as Ring-D + Ring-E",
        "SG @ 360 at VIRUS + SHOOT as Ring-D + Ring-E",
    ),
    "Repair Africa",
    "Repair Africa at SHOOT: armour 9, structure 3, ML, IE 1 up to 60",
    (
        "Repair Africa: armour, structure, ML1 @ 20 = 20",
        "Repair Africa: armour, structure, ML1 @ 20 = 20",
    ),
    ("Repair Africa: armour 9, ML at SHOOT", "Repair Africa at SHOOT: armour 9, ML"),
    ("Repair Africa up to 60 at SHOOT: ML", "Repair Africa at SHOOT: ML up to 60"),
    ("Repair Africa at SHOOT ML", "Repair Africa at SHOOT: ML"),
    ("Repair Africa up to 60 MCr", "Repair Africa up to 60"),
    "Refit Africa to Frigate-2 at SHOOT",
    ("Refit Hulk to Frigate-2 @ 12", "Refit Hulk to Frigate-2 @ 12"),
    "Status MD 5-7 @ 5",
    ("Status MD5 to MD7", "Status MD 5-7"),
    "Info Phantom @ 5",
    "Copy designs @ 20",
    "Copy orders",
    "Copy Hornet",
    "Send 40 to B",
    ("send 40 MCr to MINKY", "Send 40 to B"),
)
COMMISSIONS = _pairs("VIRUS Hornet: Bee, Fly", 'VIRUS Hauler: "Bee 2"')
RESEARCH = _pairs(
    "BL 15-20",
    "BL 15-20 B (17) [0] +4 [4]",
    ("bl15 - BL20 b (17 tp) +4", "BL 15-20 B (17) +4"),
    ("BL 15 to 20", "BL 15-20"),
    ("FC 3-4 (5.25)", "FC 3-4 (5.25)"),
    ("FC 3-4 (21/4)", "FC 3-4 (5.25)"),
    ("FC 3-4 (1/3)", "FC 3-4 (1/3)"),
    "LT 8-6 [0] +2",
    "MD 5-7 [3] -1 [2]",
    "drop MD 5-7",
    ("drop MD 5-7 b (24) [3]", "drop MD 5-7 B (24) [3]"),
    "NSD Moth [0] +2 [2]",
    'NSD "Wasp Mark 2" C (3)',
    "RSD Frigate-3",
    "NMD Dart-2 C [0] +1",
)
MOVEMENT = _pairs(
    "VIRUS Stinger",
    ("VIRUS: Stinger", "VIRUS Stinger"),
    "VIRUS Stinger, Pup > D > ALGOL N/R, X, O",
    ("VIRUS Stinger > D: N, O", "VIRUS Stinger > D N, O"),
    ("VIRUS Stinger -> D -> gate Ring-A", "VIRUS Stinger > D > gate Ring-A"),
    ("VIRUS Stinger > D N, R", "VIRUS Stinger > D N/R"),
    "VIRUS Stinger > D=ALGOL > D=TEDDY > gate Ring-A F to B",
    (
        "VIRUS Wasp (2 C, IC) E (1 C) retreat VIRUS",
        "VIRUS Wasp (2 C, all IC) E (1 C) retreat VIRUS",
    ),
    (
        'VIRUS "Valhalla Express" (LB1: Pup (RA), Gnat; CH1: 2 AA) > X A (2 AA)',
        'VIRUS "Valhalla Express" (LB1: Pup (all RA), Gnat; CH1: 2 AA) > X A (2 AA)',
    ),
    ("VIRUS Wasp (lb 1: Pup) L", "VIRUS Wasp (LB1: Pup) L"),
    ("VIRUS Wasp (Ring-A) E (Ring-A)", "VIRUS Wasp (gate Ring-A) E (gate Ring-A)"),
    (
        "VIRUS Wasp (gate Ring-A, 2 AA of B) E (gate Ring-A, SDU)",
        "VIRUS Wasp (gate Ring-A, 2 AA of B) E (gate Ring-A, all SDU)",
    ),
    "SHOOT Tug, Hulk (empty) K, M tow Hulk",
    ("VIRUS 3 AA, SDU T", "VIRUS 3 AA, all SDU T"),
    "MAVIS 1 RA",
    "retreating SHOOT Runner > B > VIRUS",
    "SHOOT Carrion I (pass B + C, stop own, not Hulk + Tug)",
    "SHOOT Carrion H, I (stop own) setup 4/7",
    ("SHOOT Carrion I (stop own but Hulk)", "SHOOT Carrion I (stop own, not Hulk)"),
    ("SHOOT Carrion set up 4/7", "SHOOT Carrion setup 4/7"),
    "SHOOT Carrion F to B + C, H to others, M+3",
    ("SHOOT Carrion F vs B Q", "SHOOT Carrion F to B, Q"),
    "SHOOT Carrion N to all but B, U",
    ("SHOOT Carrion T to all", "SHOOT Carrion T"),
    "SHOOT Africa G, S to B",
    "SHOOT Africa D allow harm, W, Z",
    ("SHOOT Tug (PCB) PCB", "SHOOT Tug (all PCB) PCB 1"),
    "SHOOT Tug (2 PCB) PCB 2 allow harm",
    "SHOOT Africa retreat X",
)
DIPLOMACY = _pairs(
    "PERMIT B through Ring-A",
    ("PERMIT B through gate Ring-A", "PERMIT B through Ring-A"),
    "PERMIT B interdiction all",
    ("PERMIT B interdiction", "PERMIT B interdiction all"),
    "PERMIT B interdiction of Carrion",
    ("PERMIT B of Carrion", "PERMIT B interdiction of Carrion"),
    "STOP own at SHOOT",
    "REVOKE B through Ring-A",
    ("REVOKE PERMIT C interdiction all", "REVOKE C interdiction all"),
    "REVOKE STOP own at SHOOT",
    "TRANSFER Hulk at SHOOT to B",
    ("TRANSFER Hulk to B at SHOOT missiles none", "TRANSFER Hulk at SHOOT to B missiles none"),
    ("TRANSFER ship Hulk, Ring-B at SHOOT to B", "TRANSFER Hulk, gate Ring-B at SHOOT to B"),
    "TRANSFER gate Ring-B at SHOOT to C",
    ("TRANSFER 2 SG-end at SHOOT to B", "TRANSFER gate Ring-B, gate Ring-C at SHOOT to B"),
    "TRANSFER Hulk at SHOOT to B against Wasp2, Fly disable FC 8, 2 BL 15 missiles Dart, Lance"
    " if contact B",
    "TRANSFER Hulk at SHOOT to B missiles none",
    "DATA TEDDY, MAVIS to B",
    "CONTACT full C",
    ("CONTACT C full", "CONTACT full C"),
    ("CONTACT full with C", "CONTACT full C"),
    "CONTACT introduce B to C",
    ("CONTACT introduce B and C", "CONTACT introduce B to C"),
    "CONTACT full through B",
    "CONTACT as introduced first",
    ("CONTACT as introduced", "CONTACT as introduced first"),
)
STANDING = _pairs(
    "GENERAL all ships: F to B",
    ("GENERAL ORDERS: all ships F to B", "GENERAL all ships: F to B"),
    ("special Africa H vs. C", "SPECIAL Africa: H to C"),
    ("GENERAL: all: F to B", "GENERAL all ships: F to B"),
    "GENERAL armed ships at SHOOT but Africa: H to C",
    "GENERAL unarmed ships: N/R",
    ("GENERAL armed: T", "GENERAL armed ships: T"),
    ("GENERAL unarmed: T", "GENERAL unarmed ships: T"),
    "GENERAL armies: H; colonies: N",
    ("GENERAL all armies: H; all colonies: N", "GENERAL armies: H; colonies: N"),
    "GENERAL class Hornet: U",
    "GENERAL Africa, Hulk but Hulk: no E, no PCB, no M",
    "CONDITIONAL if interdicted and not system of D: Africa: keep orders; else Africa: F, no E",
    (
        "CONDITIONAL if interdicted then Africa: keep orders else: Africa: F",
        "CONDITIONAL if interdicted: Africa: keep orders; else Africa: F",
    ),
    "CONDITIONAL if received >= 100 from B: Africa: F to B; TRANSFER Hulk at SHOOT to B",
    "SPECIAL Africa: H to C",
    "SPECIAL Africa: D allow harm",
    "SPECIAL if contact C: Africa: H to C; Hulk: R",
)
CONDITIONS = _pairs(
    ("received 100 from B", "received >= 100 from B"),
    ("received > 100 MCr from B", "received > 100 from B"),
    ("received from B", "received >= 1 from B"),
    "transferred Wasp2 by B",
    "transferred by B",
    "interdicted",
    "system of C",
    "contact B",
    ("contact with B", "contact B"),
    ("contact to B", "contact B"),
    "assaulted",
    "assaulted by B",
    "aliens >= 3 and contact B",
    "sdu = 0",
    "own losses >= 50%",
    ("own losses >= 50", "own losses >= 50%"),
    "own armies < 2",
    "own ships <= 2",
    "round >= 3",
    "won",
    "lost",
    "alone",
    "not won",
    "won or lost and alone",
    ("not (won or lost)", "not won and not lost"),
    ("won and (lost or alone)", "won and lost or won and alone"),
)
PLANS = _pairs("treasury < 300", ("treasury < 300 MCr", "treasury < 300"), "received >= 100 from B")
BATTLE = _pairs(
    "BATTLE default: range best",
    "BATTLE class Hornet vs B at SHOOT: range close; focus",
    "BATTLE Africa, Hulk: target armed > nearest > big; spread; overkill 1.2; break off 50%",
    "BATTLE default at SHOOT: flee; together; EW best; FC none; SN always; SS 3; DG when strong",
    "BATTLE default: XL auto; missiles Dart > Lance; fire if chance >= 50; fire within 9",
    "BATTLE default: order PA > BL; launch r1; launch never; pick up; jump fleeing; lost seek",
    "BATTLE default: if own losses >= 50% then flee else capture",
    "BATTLE default: if round >= 2 then range open",
    "BATTLE armed ships: range 12",
    ("battle default: RANGE best; ;", "BATTLE default: range best"),
    "GROUND default: forward RA > SDU; screen SDU; match; double on SDU; OS on SDU > RA",
    "GROUND armies at MAVIS: land 2 RA r2; withdraw; PCB 1; guard PCB spread",
)
OTHERS = _pairs(("FREE paint the ships red", "an order for the game master: paint the ships red"))
DESIGNS = (
    'DESIGN "Moth"',
    "END DESIGN",
    "REDESIGN Frigate-3 of Frigate: EW 3, LT 6",
    'REDESIGN "Frigate-4" of Frigate',
    "MISSILE Dart-2 MD 5 MA 60 MR 10",
    "MISSILE Dart-3: MR 4, MA 60, MD 5",
    "MISSILES Dart, Lance",
)
PREGAME = (
    "HOME TYPE 7",
    "TECH preset Stomp",
    "TECH: BL 15, JD 3",
    "BUY Hornet 3 @ 83 = 249 as A1, A2, A3",
    "BUY AA 4",
    "BUY: 3 Hornet",
    "BUY AA x4",
    "HOME STAR: TYPE 7",
    "TECH BL 15 JD 3",
    "KEEP: 4",
    "BUY IC",
    "KEEP 316 MCr",
    "KEEP 316",
    'DESIGN "Moth"',
    "NOTE TO GM hello",
    "RESIGN",
)
SECTIONS = (
    "EXPENDITURES",
    "EXPENDITURES: Hornet 1; Scout 1; Send 40 to B",
    "PLAN if treasury < 300:",
    "PLAN else: Hornet 1",
    "COMMISSIONS VIRUS Hornet: Bee",
    "COMMISSIONS",
    "RESEARCH BL 15-20",
    "RESEARCH",
    "MOVEMENT: VIRUS Stinger",
    "MOVEMENT",
    "NOTE TO GM hello",
    "FREE hello",
    "RESIGN",
    "BATTLE default: flee",
)


def all_lines() -> list[tuple[str, str]]:
    """Each line with the section it stands in."""
    lines = [("front", one) for one, _ in (*FRONT, *DIPLOMACY, *STANDING, *BATTLE, *OTHERS)]
    lines += [("front", one) for one in (*SUMS, *SECTIONS, *DESIGNS)]
    lines += [("expenditures", one) for one, understood in EXPENDITURES if understood]
    lines += [
        ("expenditures", "| Hornet 2;"),
        ("expenditures", "Status MD 5-7 Info Ring Send 1 to B"),
    ]
    lines += [("commissions", one) for one, _ in COMMISSIONS]
    lines += [("research", one) for one, _ in RESEARCH]
    lines += [("movement", one) for one, _ in MOVEMENT]
    lines += [("front", f"CONDITIONAL if {one}: Africa: F") for one, _ in CONDITIONS]
    lines += [("front", "CONDITIONAL if won at SHOOT: Africa: F")]
    lines += [("front", f"PLAN if {one}") for one, _ in PLANS]
    lines += [("designs", one) for one in (*DESIGNS, "NOTE TO GM hello")]
    lines += [("pregame", one) for one in PREGAME]
    lines += [("fighters", "default vs B at SHOOT"), ("asked", "won")]
    return lines
