"""A mail that only quotes the prefilled sheet changes nothing in what a player has ordered."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from pbm.campaign.campaign import Campaign
from pbm.service.api import status
from pbm.storage.turn_folders import in_force
from pbm.turns.assemble import next_sheet
from pbm.turns.history import game_state_after
from tests.core.mail.post import answers, became, letter, only, words

HEAD = "On Monday the game master wrote:\n\n"


pytestmark = pytest.mark.usefixtures("tiny_table")


def prefilled(campaign: Campaign) -> str:
    """The sheet for turn 1 that went out with Ilse's report."""
    game_state = game_state_after(campaign, in_force(campaign.folder))
    seat = next(seat for seat in game_state.seats if seat.id == "ilse")
    return next_sheet(campaign, game_state, seat, passes=True, prefilled=True)


def quoted(text: str) -> str:
    return HEAD + "".join(f"> {line}\n" for line in text.splitlines())


def attached(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "ilse@example.org", "gm@example.org"
    message["Message-ID"], message["Subject"] = "<9@example.org>", "Thanks"
    message["Date"] = "Mon, 02 Mar 2026 11:30:00 +0000"
    message.set_content("Thanks! I keep this for my files.\n")
    message.add_attachment(text.encode(), "text", "plain", filename="orders.txt")
    return message.as_bytes()


def mailed(text: str) -> bytes:
    return letter(text, id="<9@example.org>", date="2026-03-02T11:30:00Z")


THANKS: dict[str, Callable[[str], bytes]] = {
    "quoted": lambda text: mailed("Thanks!\n\n" + quoted(text)),
    "under a reply header": lambda text: mailed(
        f"Thanks!\n\n-----Original Message-----\nFrom: gm@example.org\n\n{text}"
    ),
    "original without any mark": lambda text: mailed(f"Thanks!\n\n{text}"),
    "forwarded": lambda text: mailed(f"---------- Forwarded message ----------\n\n{text}"),
    "attached": attached,
    "an automatic reply that does not say so": lambda text: mailed(
        "I am on holiday until Monday.\n\n" + quoted(text)
    ),
    "cut off": lambda text: mailed("Thanks!\n\n" + quoted(text.rpartition("END")[0])),
    "more to come": lambda text: mailed("Orders will follow tomorrow.\n\n" + quoted(text)),
}


@pytest.mark.parametrize("word", ["", "FINAL"])
@pytest.mark.parametrize("how", THANKS)
def test_orders_stay_in_force(campaign: Campaign, how: str, word: str) -> None:
    orders = ["add 5", *([word] if word else [])]
    assert became(campaign, letter(words(campaign, "ilse", "1", *orders))) == ["taken"]
    before = status(campaign)
    became(campaign, THANKS[how](prefilled(campaign)))
    assert status(campaign).rows == before.rows
    assert before.rows[0]["sheet"] == "1 (mail.txt)"


@pytest.mark.parametrize("how", THANKS)
def test_nobody_is_in_by_it(campaign: Campaign, how: str) -> None:
    became(campaign, THANKS[how](prefilled(campaign)))
    assert [row["sheet"] for row in status(campaign).rows] == ["", ""]
    assert not status(campaign).ready


def test_a_message_or_a_wish_for_a_report_on_top_counts_alone(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign, "ilse", "1", "add 5", "FINAL"))) == ["taken"]
    before = status(campaign).rows
    word = campaign.password("ilse", "1")
    for number, top in enumerate(
        (f"MESSAGE eridani turn 1 for Ilse to gm\nPASS {word}\nHi!\nEND\n", "RESEND TURN 0\n")
    ):
        raw = letter(top + "\n" + quoted(prefilled(campaign)), id=f"<{number + 7}@example.org>")
        assert became(campaign, raw) == ["taken"]
        assert status(campaign).rows == before


def test_sent_alone_it_is_asked_back_about(campaign: Campaign) -> None:
    assert became(campaign, mailed(prefilled(campaign))) == ["unread"]
    assert "add a line FINAL above its END and send it again" in only(campaign).body


def test_with_final_it_counts(campaign: Campaign) -> None:
    text = prefilled(campaign).replace("\nEND\n", "\nFINAL\nEND\n")
    assert became(campaign, mailed(text)) == ["taken"]
    assert status(campaign).rows[0]["sheet"] == "1 (mail.txt)"


def test_edited_it_replaces_what_was_in_force(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign, "ilse", "1", "add 5"))) == ["taken"]
    text = prefilled(campaign).replace("\nEND\n", "\nadd 6\nEND\n")
    assert became(campaign, mailed("Thanks!\n\n" + quoted(text))) == ["taken"]
    assert status(campaign).rows[0]["sheet"] == "2 (mail.txt)"
    assert len(answers(campaign, kind="receipt")) == 2
