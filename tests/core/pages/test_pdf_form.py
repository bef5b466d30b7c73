"""Order sheets as forms: what is printed comes back as the text a player would have typed."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from pbm.kit.problems import Faults
from pbm.pages.pdf_form import FormField, as_text, form_pdf, is_pdf, panels, text_of_form
from pbm.service import api

PACKET = {
    "game": "knighthawks",
    "game_title": "Knight Hawks",
    "title": "The war for Eridani",
    "campaign": "eridani",
    "player": {"name": "Bea"},
    "turn": 3,
    "mailing": "3",
    "made": "2026-11-21T10:00:00Z",
}
WHEN = datetime(2026, 11, 21, 10, tzinfo=UTC)
LONG = (
    "buy A Sword: 2 arsenal, battle communications, battlecraft with Terwillicker-X, energy, crew"
)
SHEET = f"""ORDERS  eridani  turn 4  for Bea
PASS    K7QM-2XPA-91TD

SHIP B1  "Lewis"
  # Frigate at 1418, facing 6, speed 7; this turn 3 to 11, at most 3
  # turns
  # short
  move    speed 5
  attack  LC at nearest
FLEET at D0809
{LONG},
       tractor beam

  # MESSAGE to say something

END
"""


@pytest.fixture(scope="module")
def form() -> bytes:
    return form_pdf(PACKET, SHEET, WHEN)


def filled(form: bytes, **values: str) -> bytes:
    """The form as a PDF reader saves it after these fields were typed into."""
    writer = pypdf.PdfWriter(clone_from=BytesIO(form))
    for page in writer.pages:
        writer.update_page_form_field_values(
            page, {name.replace("_", "-"): value for name, value in values.items()}
        )
    saved = BytesIO()
    writer.write(saved)
    return saved.getvalue()


def orders(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()[:1] not in ("", "#")]


# --- what is printed ------------------------------------------------------------------------


def test_each_line_is_a_field_and_remarks_are_printed_above() -> None:
    top, ship, remark, end = panels(SHEET)
    assert [panel.frame for panel in (top, ship, remark, end)] == [True, False, False, True]
    fields = [part for part in ship.parts if isinstance(part, FormField)]
    assert [one.text for one in fields if one.text] == [
        'SHIP B1  "Lewis"',
        "move    speed 5",
        "attack  LC at nearest",
        "FLEET at D0809",
        f"{LONG}, tractor beam",
    ]
    # The first remark is too long for its line, so the second goes on with it; the third does not.
    assert ship.parts[1] == (
        "Frigate at 1418, facing 6, speed 7; this turn 3 to 11, at most 3 turns\nshort"
    )
    assert fields[4].rows == 2
    assert [one.name for one in fields][:2] == ["pbm1-0004-00-m", "pbm1-0008-00-i"]


def test_empty_lines_follow_each_part_but_the_frame() -> None:
    counts = [
        sum(isinstance(part, FormField) and not part.text for part in panel.parts)
        for panel in panels(SHEET)
    ]
    assert counts == [0, 2, 2, 0]
    many = "SHIP A\n" + "  fire\n" * 30
    assert sum(not part.text for part in panels(many)[0].parts if isinstance(part, FormField)) == 6


def test_a_form_can_be_filled_in_and_is_tagged(form: bytes) -> None:
    reader = pypdf.PdfReader(BytesIO(form))
    fields = reader.get_fields() or {}
    assert fields["pbm1-0008-00-i"].value == "move    speed 5"
    assert fields["pbm1-0008-00-i"]["/TU"] == "Line 8"
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert form_pdf(PACKET, SHEET, WHEN) == form


# --- what comes back ------------------------------------------------------------------------


def test_an_untouched_form_is_its_sheet(form: bytes) -> None:
    assert orders(text_of_form(form)) == orders(SHEET.replace(",\n       tractor", ", tractor"))


def test_a_filled_form_is_the_text_its_player_would_have_typed(form: bytes) -> None:
    back = filled(
        form,
        pbm1_0008_00_i="move    speed 4 plot L 2",
        pbm1_0009_00_i="",
        pbm1_0011_01_m="defence  T at Жук (B1)",
        pbm1_0011_02_m="one\r\ntwo\r",
    )
    assert text_of_form(back).splitlines() == [
        "ORDERS  eridani  turn 4  for Bea",
        "PASS    K7QM-2XPA-91TD",
        'SHIP B1  "Lewis"',
        "  move    speed 4 plot L 2",
        "FLEET at D0809",
        f"{LONG}, tractor beam",
        "defence  T at Жук (B1)",
        "one",
        "two",
        "END",
    ]


def test_submit_and_check_take_a_form_as_if_it_were_the_text(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    campaign = api.new_campaign(
        folder,
        "knighthawks/duel",
        players=["A=Rook", "B=Heron"],
        options={"form": "pdf", "paper": "letter"},
    )
    form = (folder / "turns/new/reports/rook/form.pdf").read_bytes()
    assert api.form(campaign, "rook") == form  # made of the next sheet at any time
    with pytest.raises(Faults):
        api.form(campaign, "nobody")
    (as_sent,) = api.submit(campaign, [("form.pdf", form)])
    assert not as_sent.accepted  # nothing was filled in
    fields = pypdf.PdfReader(BytesIO(form)).get_fields() or {}
    empty = next(name for name, field in fields.items() if not field.value)
    typed = filled(form, **{empty.replace("-", "_"): "FINAL"})
    checked = api.check_sheet(typed, "form.pdf", campaign=campaign)
    assert [one.ok for one in checked] == [True]
    (taken,) = api.submit(campaign, [("form.pdf", typed)])
    assert taken.accepted and taken.in_force
    assert taken.stored.read_text(encoding="utf-8") == text_of_form(typed)
    report = pypdf.PdfReader(folder / "turns/new/reports/rook/report.pdf")
    assert [int(side) for side in report.pages[0].mediabox[2:]] == [612, 792]
    assert "form.pdf" not in report.attachments  # it holds the pass


def _locked(form: bytes) -> bytes:
    writer = pypdf.PdfWriter(clone_from=BytesIO(form))
    writer.encrypt("secret", algorithm="RC4-128")
    saved = BytesIO()
    writer.write(saved)
    return saved.getvalue()


def _blank() -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    saved = BytesIO()
    writer.write(saved)
    return saved.getvalue()


def test_other_pdfs_are_refused_with_the_reason(form: bytes) -> None:
    for data, reason in (
        (_blank(), "it has none of the form's fields"),
        (_locked(form), "it is locked with a password"),
        (form[:3000], "it is damaged"),
        (b"%PDF-1.7\nnothing", "it is damaged"),
        (form + bytes(8_000_000), "an order form has far fewer than 8,000,000"),
    ):
        with pytest.raises(Faults) as refused:
            as_text(data, "rook.pdf")
        (problem,) = refused.value.problems
        assert problem.fault == "rook.pdf is not an order form that can be read"
        assert reason in problem.reason
        assert "orders.txt" in problem.remedy


def test_a_pdf_of_very_many_fields_is_refused(form: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    many = len(pypdf.PdfReader(BytesIO(form)).get_fields() or {})
    monkeypatch.setattr("pbm.pages.pdf_form.MOST_FIELDS", many)
    assert as_text(form, "rook.pdf")
    monkeypatch.setattr("pbm.pages.pdf_form.MOST_FIELDS", many - 1)
    with pytest.raises(Faults) as refused:
        as_text(form, "rook.pdf")
    assert refused.value.problems[0].reason == (f"it has {many} fields; an order form has fewer")


def test_fields_that_are_not_the_forms_are_left_out(form: bytes) -> None:
    writer = pypdf.PdfWriter(clone_from=BytesIO(form))
    annotations: Any = writer.pages[0]["/Annots"]
    parts = [part.get_object() for part in annotations]
    field = next(one for one in parts if str(one.get("/V", "")).startswith("SHIP"))
    field[pypdf.generic.NameObject("/T")] = pypdf.generic.TextStringObject("another's")
    saved = BytesIO()
    writer.write(saved)
    text = text_of_form(saved.getvalue())
    assert "SHIP" not in text
    whole = orders(text_of_form(form))
    assert orders(text) == [line for line in whole if not line.startswith("SHIP")]


def test_a_sheet_may_begin_with_nothing_and_end_in_a_line_that_goes_on() -> None:
    found = panels("\n\nFLEET at D0809,")
    assert [part.text for part in found[0].parts if isinstance(part, FormField)][:1] == [
        "FLEET at D0809,"
    ]
    assert len(found) == 1


def test_a_text_stays_as_it_is() -> None:
    assert as_text(b"ORDERS ...", "rook.txt") == b"ORDERS ..."
    assert not is_pdf(b"The %PDF- of it")
    assert is_pdf(b"\n%PDF-1.4")


def test_a_form_names_the_turn_it_is_for() -> None:
    made = form_pdf({**PACKET, "next": [{"mailing": "4"}]}, SHEET, WHEN)
    page = pypdf.PdfReader(BytesIO(made)).pages[0].extract_text()
    assert "Turn 4 for Bea" in page
    assert "Turn 3" not in page
