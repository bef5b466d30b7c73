"""Where a sentence of the story breaks on paper: before its line's number, or where it is full.

The press once went back to the first word of a sentence when the number of its order line did not
fit behind the last: "Your" stood alone, and the ship's name a line below.
"""

from __future__ import annotations

from typing import Any

from pbm.engine.story import Item
from pbm.pages import render
from tests.core.stories import item_of

# Of a width that the first words of the sentences below fill.
STORY = """<html><body>
<style>@page { size: 396pt 8000pt } {% include "page.css" %}</style>
{% import "parts.html" as parts with context %}
<ul class="story">{% for item in items %}{{ parts.story_item(item) }}{% endfor %}</ul>
</body></html>"""
NUMBER = "line\N{NO-BREAK SPACE}17"


def item(text: str) -> Item:
    """An item of a story that comes from an order line."""
    return item_of("e1", text=text, order={"line": 17, "text": "move"})


def laid_out(texts: list[str]) -> list[list[str]]:
    """The lines of each sentence, as the press lays them out."""
    template = render._environment(for_print=True).from_string(STORY)
    text = template.render(items=[item(one) for one in texts])
    (page,) = render._press()._laid_out(text, "a4", False).pages
    boxes = list(page._page_box.descendants())
    return [
        [_text(line) for line in box.descendants() if type(line).__name__ == "LineBox"]
        for box in boxes
        if box.element_tag == "li" and type(box).__name__ == "BlockBox"
    ]


def _text(line: Any) -> str:
    return "".join(one.text for one in line.descendants() if type(one).__name__ == "TextBox")


def test_a_sentence_fills_its_line_before_it_breaks() -> None:
    # A narrow sign more each, so that the end of the line comes to each place at the number.
    begin = "Your Dagger Alpha (A1) flies past 1203, 1204 and 1205 and turns to"
    texts = [f"{begin} {'i' * more}." for more in range(1, 16)]
    for text, lines in zip(texts, laid_out(texts), strict=True):
        assert " ".join(line.strip(" ") for line in lines) == f"{text} {NUMBER}"
        assert lines[0].strip(" ").startswith(begin)
        assert len(lines) == 2
