"""The page of people and dates: addresses, positions, absences, the deadline, pauses."""

from pbm.desk.campaigns import ABSENCES, TURN, Desk, rulings_for, words
from pbm.desk.server import Answer, NotHere, Request, Route, go_to
from pbm.service import api
from pbm.service.people import note_absent, people
from pbm.service.rulings import ruling_line

# What a form of the page rules, by its field "act"; {who} is the seat, {value} the other field.
_RULINGS = {
    "address": "address {who} {value}",
    "hand": 'hand {who} to "{value}"',
    "close": "close {who}",
    "deadline": "deadline {value}",
    "pause": "pause",
    "resume": "resume",
}


def people_routes(desk: Desk) -> list[Route]:
    """The routes of this page."""
    pages = _PeoplePages(desk)
    one = "/c/(?P<name>[^/]+)/people"
    return [("GET", one, pages.people), ("POST", one, pages.change)]


class _PeoplePages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def people(self, request: Request) -> Answer:
        """Who plays what, where they are reached, who is away; when orders are due."""
        campaign = self.desk.campaign(request)
        found = api.status(campaign)
        due = found.due or (str(found.turn),)
        names = [TURN, ABSENCES, *map(rulings_for, due)]
        said = {
            "found": found,
            "due": due,
            "deadlines": dict(zip(found.due, found.deadlines, strict=True)),
            "people": people(campaign),
            "kept": []
            if found.result
            else [row for one in due for row in api.kept_of(campaign, one)],
            "mark": self.desk.mark(campaign, *names),
        }
        return self.desk.show("people", request, campaign, said)

    def change(self, request: Request) -> Answer:
        """Keep a ruling about a person or a date, or note an absence."""
        campaign = self.desk.campaign(request)
        act, who, value = words(request, "act"), words(request, "who"), words(request, "value")
        with self.desk.fresh(request, campaign):
            if act == "absent":
                if not value.isdecimal():
                    raise NotHere(400, f'"{value}" is not the number of a turn.')
                note_absent(campaign, who, int(value))
            elif act in _RULINGS:
                said = _RULINGS[act].format(who=who, value=value)
                line = ruling_line(said, words(request, "because"))
                api.rule(campaign, words(request, "turn"), line, "desk")
            else:
                raise NotHere(400, "This form is not one of the page.")
        return go_to(request.path)
