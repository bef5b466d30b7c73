"""Read and answer the mails that wait for the game master."""

from msgspec.structs import replace

from pbm.campaign.absences import set_absence
from pbm.campaign.campaign import Campaign
from pbm.campaign.gm_mail import KEPT, GmMail, gm_mail_named, put_gm_mail
from pbm.kit.clock import moment, stamp
from pbm.kit.problems import Faults
from pbm.kit.text import shown
from pbm.mail.inbound.mime import read_mail
from pbm.mail.outbound.reply_queue import Answer, queue
from pbm.mail.processing.reply_texts import subject
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after


def read_text(campaign: Campaign, name: str) -> str:
    """The text of a mail with its headers, for the game master; Faults for an unknown name."""
    item = gm_mail_named(campaign.folder, name)
    head = [
        f"{what}: {said}"
        for what, said in (
            ("From", item.sender),
            ("Subject", item.subject),
            ("Came", item.received),
            ("Player", item.player),
            ("Failed", item.failed and f"{item.failed}: {item.words}"),
            ("Done", item.done),
        )
        if said
    ]
    file = campaign.folder / KEPT / f"{item.key}.eml"
    mail = read_mail(file.read_bytes()) if file.is_file() else None
    lines = mail.text.split("\n") if mail else ["Its bytes were not kept."]
    left_out = [f"- {line}" for line in mail.ignored] if mail else []
    return "\n".join([*head, "", *map(shown, lines), *([""] if left_out else []), *left_out])


def text_of_mail(campaign: Campaign, item: GmMail) -> str:
    """The words of a mail alone; "" where its bytes were not kept."""
    file = campaign.folder / KEPT / f"{item.key}.eml"
    lines = read_mail(file.read_bytes()).text.split("\n") if file.is_file() else []
    return "\n".join(map(shown, lines))


def answer(
    campaign: Campaign, name: str, text: str = "", *, absent_until: int = 0, at: str | None = None
) -> str:
    """Answer a mail, note an absence, or only set it aside; say what was done.

    ``text`` goes to its sender with the next ``pbm mail send``. ``absent_until`` notes that no
    orders are expected from the player before that turn, and tells them. Faults if there is
    nobody to answer or no player to be absent.
    """
    when = stamp(moment(at))
    with locked(campaign.folder):
        item = gm_mail_named(campaign.folder, name)
        done: list[str] = []
        if absent_until:
            text = f"{_note_absence(campaign, item, absent_until)}\n\n{text}".rstrip() + "\n"
            done.append(f"{item.player} is noted as absent until turn {absent_until}")
        if text:
            queue(campaign.folder, _reply(campaign, item, text, when))
            done.append(f"the answer to {item.sender} goes with the next pbm mail send")
        put_gm_mail(campaign.folder, replace(item, done=when))
        return f"Mail {item.id}: {'; '.join(done) or 'set aside'}."


def _note_absence(campaign: Campaign, item: GmMail, until: int) -> str:
    now = game_state_after(campaign, in_force(campaign.folder)).turn
    if not item.player or until <= now:
        why = f"turn {now} is due now" if item.player else "its sender is not a player's address"
        raise Faults.invalid("no absence can be noted for this mail", reason=why)
    set_absence(campaign.folder, item.player, until)
    return f"Noted: no orders are expected from you before turn {until}."


def _reply(campaign: Campaign, item: GmMail, text: str, when: str) -> Answer:
    if not item.sender or item.seems in ("bounce", "automatic"):
        raise Faults.invalid(
            "this mail cannot be answered",
            reason="no person sent it" if item.sender else "it has no sender",
            outcome="Nothing was sent",
            remedy=f"pbm mail answer {campaign.folder} {item.id} --done  sets it aside",
        )
    file = campaign.folder / KEPT / f"{item.key}.eml"
    mail = read_mail(file.read_bytes()) if file.is_file() else None
    return Answer(
        id=f"{item.key}-gm-{when.casefold().replace(':', '')}",
        kind="gm",
        to=item.sender,
        subject=subject(campaign.name, "gm", item.subject),
        body=text,
        in_reply_to=mail.message_id if mail else "",
        made=when,
        player=item.player,
    )
