"""Battles by mail in a campaign's folder: who hears what and when, and that all comes out again.

Rule: NV SPC-01, NV SPC-04, NV SPC-47, NV SPC-52.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.engine.events import OrderRef, canonical, only
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.orders.rounds.round_orders import PLOT, RoundOrders, Told
from pbm.games.nova.rules import derelicts
from pbm.games.nova.rules.battle_by_mail import by_mail, waiting
from pbm.games.nova.rules.battle_by_mail.battle_view import view_in_battle
from pbm.games.nova.rules.battle_by_mail.certainty import addressed
from pbm.games.nova.rules.phases import phases
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY, JUMPED, BattleSide
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.working_state import drafting
from pbm.kit.problems import Faults
from pbm.service import api
from tests.games.nova import builders
from tests.games.nova.scenes import battle_by_mail as t
from tests.games.nova.scenes import third_round as r

FIGHT = t.ships("SHOOT", "Spy", "Spy2") + t.ships("SHOOT", "Foe", "Foe2", player="Bea")


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """A battle of which Ann is mailed every round, to the end of its turn."""
    campaign = t.begun(tmp_path_factory.mktemp("mail"), FIGHT + t.by_mail("SHOOT", "Ann"))
    t.send(campaign, "MESSAGE duel turn 1 for Ann to gm\nA word.\nEND\n")
    t.run(campaign)
    t.send(campaign, "BATTLE duel turn 1 SHOOT round 1 for Ann\nSpy plot 2*9\nEND\n")
    t.send(
        campaign,
        "BATTLE duel turn 1 SHOOT round 1 for Ann\n"
        "Spy: plot 2*1; fire BL1 at c1; hold fire; EW none\nSpy2: plot none\nEND\n"
        "MESSAGE duel turn 1 SHOOT round 1 for Ann to gm\nAnother.\nEND\n",
    )
    t.to_the_end(campaign)
    return campaign


def test_only_who_is_mailed_hears_of_a_battle_while_the_turn_waits(fought: Campaign) -> None:
    assert t.readers(fought, "001") == ["ann"]
    assert t.readers(fought, "001@SHOOT@1") == ["ann"]
    for leg in ("001", "001@SHOOT@1"):
        outbox = (fought.folder / "outbox" / f"{leg}.toml").read_text()
        assert "ann@example.org" in outbox
        assert "bea@example.org" not in outbox


def test_a_battle_packet_holds_nothing_but_the_battle(fought: Campaign) -> None:
    packet = t.packet(fought, "001")
    assert packet["next"] == [{"deadline": "", "kind": "BATTLE", "mailing": "1/SHOOT/1"}]
    assert packet["summary"] == [
        "Your ships fight at SHOOT.",
        "You have Spy and Spy2 there.",
        "In sight: c1 and c2.",
    ]
    assert [section["title"] for section in packet["story"]] == ["The battle at SHOOT"]
    assert packet["orders"] == []
    assert "messages" not in packet
    known = packet["known"]
    assert known["systems"] == known["ships"] == known["contacts"] == []
    (battle,) = known["battles"]
    assert [(foe["counter"], foe["now"], foe["enemy"]) for foe in battle["foes"]] == [
        (1, True, True),
        (2, True, True),
    ]
    assert "Foe" not in str(packet)


def test_a_round_is_fought_as_its_sheet_says(fought: Campaign) -> None:
    packet = t.packet(fought, "001@SHOOT@1")
    assert [line["understood"] for line in packet["orders"]] == [
        "Spy: plot 2*1 (1 of IE 2), vector then 2*1; fire BL1 at c1; hold all other fire; EW none",
        "Spy2: plot none (0 of IE 2), vector then none",
    ]
    (battle,) = packet["known"]["battles"]
    spy, spy2 = battle["own"]
    assert (spy["at"], spy2["at"]) == ([1, -1], [0, 0])
    fire = [text for text in t.said(packet) if text.startswith("Spy fires")]
    assert len(fire) == 1
    assert fire[0].startswith("Spy fires 1 BL 18 at c1 over 1 hex")


def test_the_report_after_the_turn_tells_the_whole_of_it(fought: Campaign) -> None:
    last = sorted((fought.folder / "turns").glob("001@*"))[-1].name
    assert t.readers(fought, last) == ["ann", "bea"]
    for player, ship in (("ann", "Spy"), ("bea", "Foe")):
        packet = t.packet(fought, last, player)
        assert (packet["mailing"], packet["next"][0]["mailing"]) == ("1", "2")
        texts = " ".join(t.said(packet))
        assert "Your systems produce 200 MCr" in texts
        assert f"Set-up: {ship}" in texts
        assert [line["text"] for line in packet["orders"]] == [
            "SPECIAL all ships: H",
            "BATTLE all: range close",
        ]
    also = t.packet(fought, last)["also"]
    assert [(one["kind"], one["key"]) for one in also] == [("BATTLE", "SHOOT round 1")]
    assert "also" not in t.packet(fought, last, "bea")
    assert "SHOOT/" not in str(t.packet(fought, last, "bea"))
    ids = [i["event"] for s in t.packet(fought, last)["story"] for i in s["items"]]
    assert len(ids) == len(set(ids))


def test_messages_of_a_turn_that_waits_are_delivered_once_at_its_end(fought: Campaign) -> None:
    last = sorted((fought.folder / "turns").glob("001@*"))[-1].name
    assert [one["text"] for one in t.packet(fought, last)["messages"]] == ["A word.", "Another."]


def test_a_packet_names_the_one_its_player_had_before(fought: Campaign) -> None:
    legs = [fought.folder / "turns" / name / "turn.toml" for name in ("000", "001")]
    hashes = [
        next(
            line.split('"')[3]
            for line in path.read_text().splitlines()
            if line.startswith(f'"reports/{player}/packet.json"')
        )
        for path, player in ((legs[0], "bea"), (legs[1], "ann"))
    ]
    last = sorted((fought.folder / "turns").glob("001@*"))[-1].name
    assert t.packet(fought, "001@SHOOT@1")["previous"] == hashes[1]
    assert t.packet(fought, last, "bea")["previous"] == hashes[0]


def test_it_all_comes_out_again(fought: Campaign) -> None:
    assert api.replay(fought, pdfs=False) == []


def test_a_report_is_made_again_for_who_had_one(fought: Campaign, tmp_path: Path) -> None:
    made = api.report(fought, "1/SHOOT/1", "ann", out=tmp_path)
    assert all(one.same for one in made)
    with pytest.raises(Faults) as caught:
        api.report(fought, "1/SHOOT/1", "bea", out=tmp_path)
    assert caught.value.problems[0].fault == "bea got no report of turn 1/SHOOT/1"


def test_an_event_of_a_round_is_explained_under_its_turn(fought: Campaign) -> None:
    event = t.packet(fought, "001@SHOOT@1")["story"][0]["items"][0]["event"]
    assert "SHOOT" in api.explain(fought, "1", event).text
    assert "SHOOT" in api.explain(fought, "1/SHOOT/1", event).text


def test_a_late_sheet_counts_when_its_round_is_run_again(fought: Campaign) -> None:
    text = "BATTLE duel turn 1 SHOOT round 1 for Ann\nall: plot none; hold fire\nEND\n"
    assert "turn 1/SHOOT/1 is" not in t.send(fought, text, late=True)
    seen = api.rerun(fought, "1/SHOOT/1", preview=True, pdfs=False)
    assert "Ann" in seen.changes
    assert "  Your late sheet: that of 2026-01-03T12:00:00Z counts.\n" in seen.changes["Ann"]


# --- who is not mailed ---


def test_who_is_not_mailed_is_told_the_same_as_at_a_stop_for_a_decision(tmp_path: Path) -> None:
    """His receipts do not show whether a battle, or something else, holds the turn up."""
    texts = [
        "ORDERS duel turn 1 for Bea\nEND\n",
        "ORDERS duel turn 2 for Bea\nEND\n",
        "BATTLE duel turn 1 SHOOT round 1 for Bea\nFoe: plot none\nEND\n",
    ]
    said = []
    for name, way in (("one", t.by_mail("SHOOT", "Ann")), ("two", "")):
        (tmp_path / name).mkdir()
        how = way or "set SHOOT.battle = by hand because of a test\n"
        campaign = t.begun(tmp_path / name, FIGHT + how)
        t.run(campaign)
        said.append([t.send(campaign, text) for text in texts])
    assert said[0] == said[1]
    assert "turn 1 is being run" in said[0][0]


def test_without_anybody_sure_of_a_report_the_turn_does_not_stop(tmp_path: Path) -> None:
    states = []
    for way in ("doctrine", "by-mail"):
        (tmp_path / way).mkdir()
        campaign = t.begun(tmp_path / way, FIGHT, {"battles": way})
        assert t.run(campaign).next == ("2",)
        assert t.readers(campaign, "001") == ["ann", "bea"]
        states.append((campaign.folder / "turns/001/state.json").read_bytes())
    assert states[0] == states[1]


def test_battles_open_at_once_end_alike_in_either_order(tmp_path: Path) -> None:
    both = FIGHT + t.ships("TEDDY", "Sly") + t.ships("TEDDY", "Fay", player="Bea")
    both += t.by_mail("SHOOT", "Ann") + t.by_mail("TEDDY", "Bea")
    ends = []
    for order in ("SHOOT", "TEDDY"):
        (tmp_path / order).mkdir()
        campaign = t.begun(tmp_path / order, both)
        t.run(campaign)
        assert t.readers(campaign, "001") == ["ann", "bea"]
        assert [one["system"] for one in t.packet(campaign, "001", "bea")["known"]["battles"]] == [
            "TEDDY"
        ]
        assert t.packet(campaign, "001", "bea")["next"][0]["mailing"] == "1/TEDDY/1"
        rows = [(row["stage"], row["player"]) for row in api.status(campaign).rows]
        assert rows == [("1/SHOOT/1", "Ann"), ("1/TEDDY/1", "Bea")]
        done = t.to_the_end(campaign, (order,))
        assert done[0] == f"1/{order}/1"
        last = campaign.folder / "turns" / done[-1].replace("1/", "001@", 1).replace("/", "@")
        told = [t.said(t.packet(campaign, last.name, player)) for player in ("ann", "bea")]
        ends.append(((last / "state.json").read_bytes(), told))
    assert ends[0][0] == ends[1][0]
    assert [sorted(texts) for texts in ends[0][1]] == [sorted(texts) for texts in ends[1][1]]


def test_the_game_master_may_end_a_battle_by_its_result(tmp_path: Path) -> None:
    campaign = t.begun(tmp_path, FIGHT + t.by_mail("SHOOT", "Ann", "Bea"))
    t.run(campaign)
    assert t.readers(campaign, "001") == ["ann", "bea"]
    with pytest.raises(Faults) as caught:
        api.rule(campaign, "1/SHOOT/1", b"remove Spy because of a test\n", "r.txt", at=t.SENT)
    assert caught.value.problems[0].fault == "Spy is fighting at SHOOT"
    words = b"result SHOOT: rounds 3; Foe destroyed because of a test\n"
    api.rule(campaign, "1/SHOOT/1", words, "r.txt", at=t.SENT)
    assert t.run(campaign, "1/SHOOT/1").next == ("2",)
    assert "ou lost Foe" in " ".join(t.packet(campaign, "001@SHOOT@1", "bea")["summary"])


def test_an_order_that_cannot_be_done_any_more_is_told_to_its_player() -> None:
    work = builders.work(r.state(), phase="G")
    work.mailing = "12/SHOOT/3"
    ref = OrderRef("ann", work.mailing, 2, "Africa: plot 1*9")
    far = Told(ref, "f-Africa", PLOT, "plot 1*9", by=(0, -9))
    work.commands = {"ann": RoundOrders("ann", (far,))}
    by_mail.fight(work)
    assert work.state.battles["SHOOT"].battle.round >= 3
    (event,) = builders.told(work, "failed")
    assert (event.seen, event.order) == (only("ann"), ref)
    assert event.facts["written"] == "Africa: plot 1*9"
    assert event.facts["why"] == "IE 4 is left, and it takes 9"


def test_a_sheet_is_checked_by_the_packet_as_by_the_campaign(tmp_path: Path) -> None:
    campaign = t.begun(tmp_path, FIGHT + t.by_mail("SHOOT", "Ann"))
    t.run(campaign)
    data = (campaign.folder / "turns/001/reports/ann/packet.json").read_bytes()
    text = "BATTLE duel turn 1 SHOOT round 1 for Ann\nSpy: plot 2*9; fire PL at c1\nEND\n"
    by_packet = api.check_sheet(text.encode(), "s.txt", packet=data)
    by_campaign = api.check_sheet(text.encode(), "s.txt", campaign=campaign)
    assert [one.findings for one in by_packet] == [one.findings for one in by_campaign]
    assert "Spy cannot change its vector by 9 hexes" in by_packet[0].findings
    assert by_packet[0].findings in t.send(campaign, text)
    for name, mailing in (("Ann", "1"), ("Bea", "1"), ("Bea", "1 SHOOT round 1")):
        kind = "BATTLE" if "round" in mailing else "ORDERS"
        sheet = f"{kind} duel turn {mailing} for {name}\nEND\n"
        (checked,) = api.check_sheet(sheet.encode(), "s.txt", campaign=campaign)
        waits = "turn 1 is being run" if kind == "ORDERS" else "Orders for turn 1 are due now."
        assert waits in checked.findings.replace("The campaign ", "")
    assert "round 1  for Ann" in api.template(campaign, "Ann")
    with pytest.raises(Faults):
        api.template(campaign, "Bea")
    t.run(campaign)
    # A sheet for a round that is over comes too late.
    assert "Orders for turn 1/SHOOT/2 are due now" in t.send(campaign, text)


def test_a_battle_that_is_taken_back_leaves_its_rounds_out_when_the_turn_is_run_again(
    tmp_path: Path,
) -> None:
    campaign = t.begun(tmp_path, FIGHT + t.by_mail("SHOOT", "Ann"))
    t.run(campaign)
    done = t.to_the_end(campaign)
    for name in ("Ann", "Bea"):
        t.send(campaign, f"ORDERS duel turn 2 for {name}\nSPECIAL all ships: H\nEND\n")
    again = b"set SHOOT.battle = by doctrine because it was too long\n"
    api.rule(campaign, "1", again, "r.txt", at=t.SENT)
    made = api.rerun(campaign, "1", pdfs=False, at="2026-02-01T10:00+00:00")
    assert [folder.name for folder in made.folders] == ["001.r2"]
    assert api.status(campaign).due == ("2",)
    assert t.readers(campaign, "001.r2") == ["ann", "bea"]
    assert api.replay(campaign, pdfs=False) == []
    assert len(done) > 1


def test_a_round_run_again_is_told_to_whom_it_concerns(tmp_path: Path) -> None:
    campaign = t.begun(tmp_path, FIGHT + t.by_mail("SHOOT", "Ann"))
    t.run(campaign)
    t.run(campaign)
    t.run(campaign)
    text = "BATTLE duel turn 1 SHOOT round 1 for Ann\nall: plot none; hold fire\nEND\n"
    t.send(campaign, text, late=True)
    made = api.rerun(campaign, "1/SHOOT/1", pdfs=False, at="2026-02-01T10:00+00:00")
    assert [folder.name for folder in made.folders] == ["001@SHOOT@1.r2", "001@SHOOT@2.r2"]
    assert list(made.changes) == ["Ann"]
    assert t.readers(campaign, "001@SHOOT@1.r2") == ["ann"]
    assert api.status(campaign).due == ("1/SHOOT/3",)
    assert api.replay(campaign, pdfs=False) == []


def test_what_a_player_knows_in_a_battle_does_not_hang_on_what_he_cannot_know() -> None:
    there = {one.id: one for one in r.fighters().values()}
    hurt = Damage(3, 9, {"BL1": 1})
    hidden = {
        **there,
        "f-Far": replace(there["f-Far"], at=(70, 7), vector=(2, 2), damage=hurt, cycle=5),
        "f-Foe": replace(there["f-Foe"], damage=hurt, shields=3, missiles=("Lance",), cycle=4),
        "f-Guest": replace(there["f-Guest"], damage=hurt, name="Visitor"),
        "f-New": replace(there["f-Far"], id="f-New", ship="new", name="New", at=(-90, 0)),
    }
    sides = {
        "ann": BattleSide("ann", ("bea",), mailed=True, start=7),
        "bea": BattleSide("bea", ("ann", "cyd"), mailed=True, start=9, heard=2, garbled=True),
        "cyd": BattleSide("cyd", ("bea",), start=1, opened=1),
    }
    more = {"fighters": hidden, "sides": sides, "quiet": 1}
    assert canonical(r.known(**more)) == canonical(r.known())
    state = r.state()
    other = replace(state.battles["SHOOT"].battle, system="TEDDY", id="c")
    unheard = replace(state.battles["SHOOT"], battle=other, told={"bea": 2, "ann": 1})
    both = replace(state, battles={**state.battles, "TEDDY": unheard})
    alone = view_in_battle(state, "ann", "VIRUS", builders.DEFAULTS).written()
    assert view_in_battle(both, "ann", "VIRUS", builders.DEFAULTS).written() == alone


def test_a_contact_made_this_very_turn_is_told_when_it_is_over() -> None:
    state = r.state()
    contacts = {"bea": builders.contact(since=11), "cyd": builders.contact(label="C", since=12)}
    ann = replace(state.empires["ann"], contacts=contacts)
    met = replace(state, empires={**state.empires, "ann": ann})
    known = view_in_battle(met, "ann", "VIRUS", builders.DEFAULTS).written()
    assert [one["label"] for one in known["contacts"]] == ["B"]


def test_who_has_no_battle_to_fight_knows_nothing_while_a_turn_waits() -> None:
    known = view_in_battle(r.state(), "cyd", "PAGAN", builders.DEFAULTS).written()
    assert {key for key, value in known.items() if value} == {
        *("game", "scenario", "title", "turn", "you"),
    }
    assert not waiting.awaits(r.state(), "cyd", "12/SHOOT/3")
    assert not waiting.awaits(r.state(), "ann", "12")
    assert waiting.awaits(r.state(), "ann", "12/SHOOT/3")


def test_only_who_had_no_engine_before_the_fighting_drifts_after_a_battle_by_mail() -> None:
    lost = Damage(parts={"IE1": 2})
    drifting = builders.ship("Drift", at="MAVIS", damage=lost)
    work = builders.work(builders.state(drifting, builders.ship("Hit", at="ALGOL")), phase="G")
    with drafting(work) as draft:
        draft.battles = dict(r.state().battles)
        derelicts.marked(draft, Effective(draft))
    with drafting(work) as draft:
        draft.put(replace(draft.ships["hit"], damage=lost))
        derelicts.drift(work, draft, Effective(draft))
    assert [event.facts["ship"] for event in builders.told(work, "crew_lost")] == ["Drift"]


def test_without_a_battle_by_mail_its_steps_do_nothing() -> None:
    work = builders.work(builders.state(), phase="G")
    before = work.state
    fighting = [one for one in phases(before, 2, {}) if one.cite == "NV SPC-04"]
    for phase in fighting:
        phase.resolve(work)
    assert len(fighting) == 1
    assert work.state is before


def test_who_has_left_a_battle_is_told_no_more_of_it() -> None:
    """Ann's ships jumped away in round 2, Bea and Cyd fight on."""
    away = {
        one.id: replace(one, state=JUMPED, state_since=2, carrier="")
        if one.owner == "ann" and one.state in (IN_PLAY, ABOARD)
        else one
        for one in r.fighters().values()
    }
    state = r.state(fighters=away)
    mailed = replace(state.battles["SHOOT"], named=("bea",), told={"ann": 2})
    mailed = replace(mailed, battle=addressed(mailed.battle, ("bea",), state.designs))
    work = builders.work(replace(state, battles={"SHOOT": mailed}), phase="G")
    work.mailing = "12/SHOOT/3"
    work.commands = {"bea": RoundOrders("bea")}
    by_mail.fight(work)
    after = work.state.battles["SHOOT"]
    assert (after.battle.round, dict(after.told)) == (3, {"ann": 2, "bea": 3})
    held = waiting.held(work.state, work.mailing)
    assert held is not None
    assert held.seats == ("bea",)
    assert builders.told(work, empire="ann") == []


# --- orders wait in the state while a battle is fought, and are the same afterwards -----------


CONDITIONS = (
    "ORDERS duel turn 1 for {name}\nSPECIAL all ships: H\n"
    "CONDITIONAL if sdu = 0 and not lost: all ships: keep orders; else all ships: N\n"
    "BATTLE all: range close; if sdu = 9 or round >= 90 then flee\nEND\n"
)


def test_a_battle_by_mail_goes_on_under_orders_with_conditions(tmp_path: Path) -> None:
    """What is asked once and what is asked in each round are tests again, not words."""
    rulings = t.ships("SHOOT", "Spy") + t.ships("SHOOT", "Foe", player="Bea")
    campaign = t.begun(tmp_path, rulings + t.by_mail("SHOOT", "Ann", "Bea"), sheet=CONDITIONS)
    t.run(campaign)
    rounds = t.to_the_end(campaign)
    assert rounds[0] == "1/SHOOT/1"
    assert api.status(campaign).due == ("2",)
