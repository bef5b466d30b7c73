"""Two PDFs are held against each other by what they say."""

from __future__ import annotations

from datetime import UTC, datetime

from pbm.pages import render
from pbm.pages.pdf_compare import PdfFacts, differences, pdf_facts

MADE = datetime(2026, 1, 1, tzinfo=UTC)


def printed(body: str, style: str = "") -> bytes:
    head = f"<head><title>T</title><style>{style}</style></head>"
    text = f"<html lang='en'>{head}<body>{body}</body></html>"
    return render._press().print(text, MADE, {})


TWO_PAGES = '<h1>One</h1><p>a b</p><p style="break-before: page">c</p>'


def test_pages_text_and_structure_are_found() -> None:
    facts = pdf_facts(printed(TWO_PAGES))
    assert facts.pages[0].startswith("One a b")
    assert len(facts.pages) == 2
    assert [tag for tag in facts.structure if tag in ("/H1", "/P")] == ["/H1", "/P", "/P"]


def test_another_layout_of_the_same_words_is_no_difference() -> None:
    one, other = printed(TWO_PAGES), printed(TWO_PAGES, "p { margin-left: 2em }")
    assert one != other
    assert differences(pdf_facts(one), pdf_facts(other)) == []


def test_other_words_pages_or_structure_are_named() -> None:
    one = pdf_facts(printed(TWO_PAGES))
    words = pdf_facts(printed(TWO_PAGES.replace("c<", "d<")))
    assert differences(one, words) == ["page 2 differs"]
    longer = pdf_facts(printed(TWO_PAGES + '<p style="break-before: page">e</p>'))
    said = differences(one, longer)
    assert said[0] == "it had 2 pages and now has 3"
    assert said[-1] == "its structure differs"
    flat = PdfFacts(one.pages, ())
    assert differences(one, flat) == ["its structure differs"]
    assert differences(one, one) == []
