"""No answer loops: what programs, lists and mail servers write back ends the exchange."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.gm_mail import gm_mails
from pbm.kit.clock import read_time, stamp
from pbm.mail.inbound.mime import read_mail
from pbm.mail.outbound.reply_queue import Answer
from pbm.mail.processing.post_office import MOST_A_DAY
from tests.core.mail.post import BOB, CAME, ILSE, answers, letter, post, words

Robot = Callable[[Answer, int], bytes]
OWN = "gm@example.org"
ROUNDS = 30


def mail(text: str, subject: str, number: int, sender: str = ILSE, **heads: str) -> bytes:
    """A robot's mail; its number tells it from its others."""
    whole = letter(text, sender, id=f"<{number}@robot.example.org>", **heads)
    return whole.replace(b"my orders", subject.encode())


def exchange(
    campaign: Campaign, robot: Robot, first: bytes, to: str = ILSE, hours: int = 1
) -> list[str]:
    """The kinds of answers to an address while a robot answers each of them, round by round."""
    post(campaign, first, at=CAME)
    kinds: list[str] = []
    seen: set[str] = set()
    for number in range(1, ROUNDS):
        new = [one for one in answers(campaign, to=to) if one.id not in seen]
        seen |= {one.id for one in new}
        kinds += [one.kind for one in new]
        if not new:
            break
        at = stamp(read_time(CAME) + timedelta(hours=number * hours))
        post(campaign, *(robot(one, 100 * number + n) for n, one in enumerate(new)), at=at)
    else:
        pytest.fail(f"the exchange does not end: {kinds}")
    return kinds


SUBJECTS = [
    "Automatic reply: {}", "Auto-Reply: {}", "AUTO: Ilse is away", "Out of Office: {}",
    "Out of office", "Automatische Antwort: {}", "Abwesenheitsnotiz: {}",
    "Réponse automatique : {}",
    "Respuesta automática: {}", "Resposta automática: {}", "Risposta automatica: {}",
    "Automatisch antwoord: {}", "Autosvar: {}", "Automatiskt svar: {}", "自动回复：{}",
    "Автоответ: {}",
]  # fmt: skip


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_answer_loops_with_a_robot_that_says_so_in_its_subject_alone(subject: str) -> None:
    said = read_mail(f"From: {ILSE}\nSubject: {subject.format('x')}\n\nHello\n".encode()).automatic
    assert said == "its subject is that of an automatic reply"


@pytest.mark.parametrize(
    "subject",
    ["Out of office next week", "Re: Automatic reply: x", "Automatic replies annoy me", "Autos: x"],
)
def test_a_person_may_write_of_such_things(subject: str) -> None:
    assert not read_mail(f"From: {ILSE}\nSubject: {subject}\n\nHello\n".encode()).automatic


@pytest.mark.parametrize(
    "heads",
    [{"Auto_Submitted": "auto-replied"}, {"Auto_Submitted": "auto-generated"},
     {"Precedence": "bulk"}, {"Precedence": "junk"}, {"Precedence": "auto_reply"},
     {"X_Autoreply": "yes"}, {"X_Autoresponder": "1"}, {"X_Loop": ILSE}, {"Return_Path": "<>"}],
)  # fmt: skip
def test_no_answer_loops_with_a_robot_that_marks_its_mail(
    campaign: Campaign, heads: dict[str, str]
) -> None:
    """It answers a receipt, at a player's address and at another one."""
    for sender in (ILSE, "robot@example.net"):
        kinds = exchange(
            campaign, lambda said, n: mail(said.body, f"Re: {said.subject}", n, said.to, **heads),
            letter(words(campaign), sender, id=f"<{sender}>"), sender,
        )  # fmt: skip
        assert kinds == ["receipt"]


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


# Robots without any mark, by what they write to an answer.
DUMB: dict[str, Robot] = {
    "the same words": lambda _said, n: mail("I am away.", "Hello", n),
    "the same words under our subject": lambda s, n: mail("I am away.", f"Re: {s.subject}", n),
    "a ticket": lambda s, n: mail(f"Ticket {n} is open.", f"[#{n}] Re: {s.subject}", n),
    "a ticket under its own subject": lambda _s, n: mail(f"Ticket {n} is open.", f"#{n}", n),
    "our words quoted": lambda s, n: mail(f"Case {n}\n{quoted(s.body)}", f"Case {n}", n),
    "our words as its own": lambda s, n: mail(f"Case {n}\n{s.body}", f"Case {n}", n),
    "a sheet without a pass": lambda _s, n: mail(
        f"ORDERS eridani turn 1 for Ilse\nadd {n}\nEND", f"Case {n}", n
    ),
    "a sheet of another campaign": lambda _s, n: mail(
        f"ORDERS nowhere turn 1 for Ilse\nadd {n}\nEND", f"Case {n}", n
    ),
    "a sheet with a wrong pass": lambda _s, n: mail(
        f"ORDERS eridani turn 1 for Ilse\nPASS AAAA-AAAA-AAAA-AAAA\nadd {n}\nEND", f"Case {n}", n
    ),
}


@pytest.mark.parametrize("robot", DUMB)
@pytest.mark.parametrize("first", ["sheet", "prose", "refused"])
def test_no_answer_loops_with_a_robot_that_marks_nothing(
    campaign: Campaign, robot: str, first: str
) -> None:
    """Two hours lie between its mails, so that no limit of an hour ends it."""
    sheet = {"sheet": words(campaign), "prose": "When is the deadline?",
             "refused": words(campaign, word="AAAA-AAAA-AAAA-AAAA")}[first]  # fmt: skip
    kinds = exchange(campaign, DUMB[robot], letter(sheet), hours=2)
    for kind, most in MOST_A_DAY.items():
        assert kinds.count(kind) <= most
    assert len(kinds) <= 1 + MOST_A_DAY["passed"] + MOST_A_DAY["refused"] + 2  # and twice "slow"
    # The game master has everything that a person may have meant.
    assert len(gm_mails(campaign.folder)) >= 1


def test_an_address_that_was_silent_for_a_day_is_answered_again(campaign: Campaign) -> None:
    def asked(number: int, **later: int) -> Sequence[str]:
        at = stamp(read_time(CAME) + timedelta(**later))
        before = len(answers(campaign))
        post(campaign, mail(f"Question {number}?", "Hello", number), at=at)
        return [str(one.kind) for one in answers(campaign)][before:]

    most = MOST_A_DAY["passed"]
    assert [asked(n, minutes=n) for n in range(most)] == [["passed"]] * most
    assert asked(20, minutes=20) == ["slow"]
    assert answers(campaign)[-1].body.startswith(
        f"This address got {most} answers of this kind within a day"
    )
    assert asked(21, hours=23) == []
    # What was not answered counts as well.
    assert asked(22, hours=24, minutes=30) == ["passed"]
    assert len(gm_mails(campaign.folder)) == most + 3


def test_a_receipt_is_not_held_back_by_other_answers(campaign: Campaign) -> None:
    for number in range(8):
        post(campaign, mail(f"Question {number}?", "Hello", number))
    post(campaign, letter(words(campaign), id="<s@x.org>"))
    assert [one.kind for one in answers(campaign, kind="receipt")] == ["receipt"]


def test_no_answer_loops_with_the_own_address(campaign: Campaign) -> None:
    """Whatever rewrites the headers of an own mail, the own address is not written to."""
    for number, text in enumerate(("Hello?", words(campaign), words(campaign, "bob", word=""))):
        post(campaign, mail(text, "Hello", number, OWN))
    assert [one for one in answers(campaign) if one.to == OWN] == []
    own = letter("Hello?", ILSE, id=f"<eridani.{'7' * 40}@example.org>")
    assert post(campaign, own).rows[0]["became"] == "automatic"


def test_a_player_may_have_the_own_address(campaign: Campaign) -> None:
    """A game master who plays gets receipts there."""
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text().replace(f'address = "{OWN}"', f'address = "{ILSE}"'))
    post(open_campaign(campaign.folder), letter(words(campaign)))
    assert [one.kind for one in answers(campaign, to=ILSE)] == ["receipt"]


@pytest.mark.parametrize(
    "heads",
    [{"List_Id": "<games.example.org>"}, {"List_Post": "<mailto:g@example.org>"},
     {"Mailing_List": "list g@example.org"}, {"Precedence": "list"}],
)  # fmt: skip
@pytest.mark.parametrize("text", ["Hello?", "ORDERS eridani turn 1 for Ilse\nadd 5\nEND"])
def test_no_answer_loops_with_a_mailing_list(
    campaign: Campaign, heads: dict[str, str], text: str
) -> None:
    """A list is never written to; a player whose mail came through one is."""
    post(campaign, mail(text, "[games] Hello", 1, "games@lists.example.org", **heads))
    assert answers(campaign, to="games@lists.example.org") == []
    post(campaign, mail(words(campaign), "[games] Hello", 2, "games@lists.example.org", **heads))
    assert [one.to for one in answers(campaign, kind="receipt")] == [ILSE]


def test_no_answer_loops_with_bounces_of_bounces(campaign: Campaign) -> None:
    """A report on a report, and one that quotes an answer of ours, are listed and end there."""
    post(campaign, letter("When is the deadline?"))
    (said,) = answers(campaign)
    inner = f"Message-ID: <eridani.{'7' * 40}@example.org>\n\n{said.body}"
    daemon = "MAILER-DAEMON@mx.example.org"
    subjects = ("Undelivered Mail Returned to Sender", "failure notice", "Undeliverable: failure")
    for number, subject in enumerate(subjects, 1):
        reports: list[tuple[str, dict[str, str]]] = [
            (daemon, {}),
            (ILSE, {"Return_Path": "<>"}),
            (BOB, {"X_Failed_Recipients": BOB}),
        ]
        for sender, heads in reports:
            inner = f"{subject}\n550 5.1.1 no such user\n\n{quoted(inner)}"
            key = 10 * number + len(sender)
            post(campaign, mail(inner, subject, key, sender, **heads))
    assert answers(campaign) == [said]
