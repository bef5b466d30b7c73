"""The pages of a campaign's mail: what waits for the game master, what was sent to whom."""

from msgspec.structs import asdict

from pbm.campaign import inbox
from pbm.campaign.campaign import Campaign, Progress
from pbm.campaign.gm_mail import gm_mail_named, gm_mails, waiting_mails
from pbm.campaign.outbox import unsent
from pbm.desk.campaigns import TURN, Desk, Done, in_address, mail_named, words
from pbm.desk.server import Answer, NotHere, Request, Route, go_to
from pbm.kit.english import count
from pbm.kit.problems import render_all
from pbm.kit.text import shown
from pbm.mail.answering import answer, text_of_mail
from pbm.mail.fetch import fetch
from pbm.mail.outbound.delivery_table import rows_of
from pbm.mail.outbound.send import Wish, send
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after

MOST_UNREAD = 50  # newest texts that fit no player or turn
# What each button of the mail page does: the options of a round of sending.
_ROUNDS = {
    "send": ("Sending", Wish()),
    "again": ("Sending again", Wish(again=True)),
    "remind": ("Reminding", Wish(remind=True, remind_now=True, only_remind=True)),
}


def mail_routes(desk: Desk) -> list[Route]:
    """The routes of these pages."""
    pages = _MailPages(desk)
    one = "/c/(?P<name>[^/]+)/mail"
    return [
        ("GET", one, pages.mails),
        ("POST", f"{one}/fetch", pages.fetch),
        ("POST", f"{one}/(?P<round>send|again|remind)", pages.send),
        ("GET", f"{one}/unread/(?P<number>[0-9]+)", pages.unread),
        ("GET", f"{one}/(?P<id>[0-9a-f]+)", pages.mail),
        ("POST", f"{one}/(?P<id>[0-9a-f]+)", pages.answer),
    ]


class _MailPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def mails(self, request: Request) -> Answer:
        """Mails and texts that wait, and what was sent to whom."""
        campaign = self.desk.campaign(request)
        mailed = campaign.part.mail is not None
        listed = {one.key for one in gm_mails(campaign.folder)}  # some are texts as well
        unread = [one for one in inbox.unread(campaign.folder) if one.part.mail not in listed]
        said = {
            "waiting": waiting_mails(campaign.folder),
            "unread": unread[: -MOST_UNREAD - 1 : -1],
            "sent": rows_of(campaign)[::-1] if mailed else (),
            "by_hand": [] if mailed else unsent(campaign),
            "names": _names(campaign),
            "mark": self.desk.mark(campaign, TURN),
        }
        return self.desk.show("mails", request, campaign, said)

    def mail(self, request: Request) -> Answer:
        """A mail that waits, with the ways to deal with it."""
        campaign = self.desk.campaign(request)
        item = gm_mail_named(campaign.folder, request.parts["id"])
        said = {
            "item": item,
            "text": text_of_mail(campaign, item),
            "can_answer": bool(item.sender) and item.seems not in ("bounce", "automatic"),
            "mark": self.desk.mark(campaign, mail_named(item.id)),
            **_seats(campaign),
        }
        return self.desk.show("mail", request, campaign, said)

    def unread(self, request: Request) -> Answer:
        """A text that fits no player or turn, with its receipt."""
        campaign = self.desk.campaign(request)
        number = int(request.parts["number"])
        entry = next((one for one in inbox.unread(campaign.folder) if one.number == number), None)
        if entry is None:
            raise NotHere(404, f"No text {number} is unread.")
        text = inbox.text_of(entry).data.decode("utf-8", "replace")
        said = {
            "entry": entry,
            "text": "\n".join(map(shown, text.splitlines())),
            "receipt": inbox.receipt_of(entry),
            **_seats(campaign),
        }
        return self.desk.show("unread", request, campaign, said)

    def answer(self, request: Request) -> Answer:
        """Answer a mail, note an absence, or set the mail aside."""
        campaign = self.desk.campaign(request)
        text = str(request.form.get("text", "")).replace("\r\n", "\n").strip()
        until = words(request, "absent")
        with self.desk.fresh(request, campaign):
            if "aside" in request.form:
                text, until = "", ""
            elif not text and not until:
                raise NotHere(400, "Write an answer, name a turn, or set the mail aside.")
            if until and not until.isdecimal():
                raise NotHere(400, f'"{until}" is not the number of a turn.')
            said = f"{text}\n" if text else ""
            answer(campaign, request.parts["id"], said, absent_until=int(until or 0))
        return go_to(f"/c/{request.parts['name']}/mail")

    def fetch(self, request: Request) -> Answer:
        """Fetch new mail."""
        campaign = self.desk.campaign(request)
        back = (f"/c/{request.parts['name']}/mail", "Back to the mail")

        def act(progress: Progress) -> Done:
            done = fetch([campaign], progress=progress)
            rows = [f"{row['sender']}: {row['became']}. {row['why']}".strip() for row in done.rows]
            texts = (("Problems", render_all(done.problems)),) if done.problems else ()
            return Done("Mail was fetched", (*done.lines, *rows), texts, (back,))

        return self.desk.begin(request, "Fetching mail", act)

    def send(self, request: Request) -> Answer:
        """Send what waits, each once, or remind those whose orders are due."""
        campaign = self.desk.campaign(request)
        back = (f"/c/{request.parts['name']}/mail", "Back to the mail")
        title, wish = _ROUNDS[request.parts["round"]]

        def act(progress: Progress) -> Done:
            done = send([campaign], wish, progress=progress)
            rows = [asdict(row) for row in done.rows]
            lines = [
                f"{row['kind']} of turn {row['turn']} to {row['player']} <{row['address']}>: "
                f"{row['state']}" + (f", {row['reason']}" if row["reason"] else "")
                for row in rows
            ]
            texts = (("Problems", render_all(done.problems)),) if done.problems else ()
            return Done(
                f"{count(len(rows), 'mail')} in this round", (*done.lines, *lines), texts, (back,)
            )

        return self.desk.begin(request, title, act, campaign)


def _names(campaign: Campaign) -> dict[str, str]:
    now = game_state_after(campaign, in_force(campaign.folder))
    return {seat.id: seat.name for seat in now.seats}


def _seats(campaign: Campaign) -> dict[str, object]:
    """The seats and stages to which a text may be put."""
    now = game_state_after(campaign, in_force(campaign.folder))
    due = [(in_address(mailing), mailing) for mailing in now.due]
    return {"seats": [seat for seat in now.seats if not seat.closed], "due": due, "turn": now.turn}
