"""What a person wrote beside a sheet: their own words, and what those seem to say.

Nothing is done by it. It puts a mail before the game master as an absence or a resignation.
"""

import re
from collections.abc import Iterable

from pbm.campaign.gm_mail import Seems
from pbm.kit.text import shown
from pbm.mail.inbound.quoting import begins_original

_LONGEST = 300  # characters of a line that are read
_MOST_LINES = 400
_AWAY = re.compile(
    r"\b(?:absent|unavailable|offline|out of (?:the )?office|travell?ing|vacation|holidays?"
    r"|(?:am|are|i'm|be|being) away|away (?:for|from|until|till|on|next|this)|on leave"
    r"|(?:can ?not|can't|won't|unable to) (?:play|send (?:my |any )?orders|take part)"
    r"|(?:back|return(?:ing)?) (?:on|by|around|after|in) "
    # German, French, Spanish, Portuguese, Italian, Dutch
    r"|urlaub|verreist|abwesend|ferien|nicht (?:da|erreichbar)|im krankenhaus"
    r"|en vacances|absente?|en congé|de retour le|de vacaciones|ausente|de férias"
    r"|in vacanza|in ferie|assente|op vakantie|afwezig)\b",
    re.IGNORECASE,
)
_RESIGNS = re.compile(
    r"\b(?:resign(?:ing|ation)?|quit(?:ting)?|drop(?:ping)? out|bow(?:ing)? out|retir(?:e|ing) from"
    r"|(?:give|giving) up|(?:leav(?:e|ing)|withdraw from|out of) (?:the|this) (?:game|campaign)"
    r"|(?:remove|take) me (?:from|out)|(?:don't|do not|no longer) (?:want|wish) to play"
    r"|(?:stop|not continue) playing"
    r"|aussteigen|steige aus|höre auf|gebe auf|nicht mehr mit(?:spielen|machen)"
    r"|abandonner|abandonne|quitter la partie|abandonar|dejar (?:el juego|la partida)|desistir"
    r"|abbandonar[eo]|abbandono|mi ritiro|stop ermee|opgeven)\b",
    re.IGNORECASE,
)
_LOST = re.compile(
    r"\b(?:re-?send|again|once more|lost|deleted|did(?:n't| not) (?:get|receive)|never got)"
    r"\b.{0,60}\breport|\breport\b.{0,60}"
    r"\b(?:again|once more|re-?send|lost|deleted|missing|did(?:n't| not) (?:come|arrive))",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(r"[?？؟]")
_LINK = re.compile(r"https?://\S+")
_SAYS = re.compile(
    r"(?:on|am|le|el|il|op|em|den|dnia|w dniu)\b.{0,200}"
    r"\b(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał)\b"
    r".{0,120}:\s*\Z",
    re.IGNORECASE,
)


def own_lines(text: str, inside: Iterable[range] = ()) -> list[str]:
    """The lines that the sender of a mail wrote, without quotations, signature and sheets.

    ``inside`` are the numbers of the lines that belong to sheets and requests.
    """
    ranges = list(inside)
    lines = [line[:_LONGEST] for line in text.split("\n")[:_MOST_LINES]]
    own: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.rstrip("\r") == "-- " or begins_original(lines, number - 1):
            break
        if _SAYS.match(line.strip()):
            below = next((one for one in lines[number:] if one.strip()), "")
            if not below.lstrip().startswith(">"):
                break
            continue
        if line.lstrip().startswith(">") or any(number in one for one in ranges):
            continue
        if line.strip():
            own.append(" ".join(shown(line).split()))
    return own


def seems(own: Iterable[str]) -> tuple[Seems, str]:
    """What these words seem to say, and the line that says it, else the first line."""
    lines = list(own)
    for what, pattern in (("resignation", _RESIGNS), ("absence", _AWAY)):
        if line := next((line for line in lines if pattern.search(line)), ""):
            return what, line  # type: ignore[return-value]
    asked = next((line for line in lines if asks([line])), "")
    return "mail", asked or next(iter(lines), "")


def asks(own: Iterable[str]) -> bool:
    """True for words with a question in them, beside those in links."""
    return any(_QUESTION.search(_LINK.sub("", line)) for line in own)


def misses_report(own: Iterable[str]) -> bool:
    """True for words about a report that is missing."""
    return _LOST.search("\n".join(own)) is not None
