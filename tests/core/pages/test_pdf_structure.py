"""The PDFs of every template, read as software reads them aloud: tags in order, and no warning.

PDF/UA-1 cannot be proved without a checker of its own; what is asserted here is what it asks of
the structure: one tree, headings that skip no rank, tables of rows of cells, lists of items,
pictures with words, a title, a language.
"""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pypdf
import pypdfium2
import pytest
import tinyhtml5
import weasyprint

from pbm.pages import render
from pbm.pages.pdf_elements import element_of
from pbm.pages.pdf_pictures import without_pictures
from pbm.pages.report_files import gm_pages, pages
from pbm.pages.table_of_contents import FEW, looks_long
from tests.games.knighthawks import packets
from tests.shipped import played

# The shortest of each template that has all its parts; a battle's round; a player with nothing.
STORED = {
    "deltavee": "showdown/turns/008/reports/otter",
    "nova": "age/turns/new/reports/minky",
    "nova ships": "two-lamps/turns/003/reports/siskin",
    "battle": "age/turns/017@REED@3/reports/muddy",
    "nothing left": "age/turns/020/reports/muddy",
}
ODD = "WWWWWWWWWWWWWWW Ü ß Жизнь 中文 名前 한"
CELLS, ROWS = {"/TH", "/TD"}, {"/TR"}


def _stored(name: str) -> tuple[dict[str, Any], str]:
    campaign, _, folder_in_it = STORED[name].partition("/")
    folder = played(campaign) / folder_in_it
    sheet = folder / "orders.txt"
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    packet: dict[str, Any] = json.loads((folder / "packet.json").read_bytes())
    return packet, text


def _odd() -> dict[str, Any]:
    """A packet with names and a message that few fonts hold, under the form option."""
    packet = packets.packet()
    packet["player"]["name"] = packet["known"]["ships"][0]["name"] = ODD
    packet["messages"] = [{"name": ODD, "sent": False, "refused": "", "text": f"{ODD}\n{ODD}"}]
    packet["options"] = [
        *packet["options"],
        {**packet["options"][0], "key": "form", "value": "pdf"},
    ]
    return packet


LAYOUTS: list[object] = []  # of the pages made, one for each time that one was laid out
TEXTS: dict[bytes, str] = {}  # of each PDF made


def _laid_out(layout: Callable[..., Any]) -> Callable[..., Any]:
    def counted(page: Any, *args: Any, **more: Any) -> Any:
        LAYOUTS.append(page)
        return layout(page, *args, **more)

    return counted


def _counted(
    press: Callable[..., bytes], template: str, said: Any, *args: Any, **more: Any
) -> bytes:
    data = press(template, said, *args, **more)
    TEXTS[data] = render.print_html(template, said)
    return data


@cache
def made() -> tuple[dict[str, bytes], tuple[str, ...]]:
    """One PDF of every template by name, and what WeasyPrint had to say about them."""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("weasyprint").addHandler(handler)
    found: dict[str, bytes] = {}
    press = pytest.MonkeyPatch()
    press.setattr(render, "pdf", partial(_counted, render.pdf))
    press.setattr(weasyprint.HTML, "render", _laid_out(weasyprint.HTML.render))
    sources = {name: _stored(name) for name in STORED}
    for name, (packet, sheet) in {"knighthawks": (_odd(), packets.NEXT_SHEET), **sources}.items():
        files = pages(packet, sheet)
        found |= {f"{name} {file}": files[file] for file in files if file.endswith(".pdf")}
    found["book report.pdf"] = gm_pages(packets.book())["report.pdf"]
    letter = {"name": "GM", "sent": False, "refused": "", "text": "a long letter\n" * 2000}
    told = {**sources["nova"][0], "mailing": "1", "messages": [letter]}
    found["long report.pdf"] = pages(told, "")["report.pdf"]
    press.undo()
    logging.getLogger("weasyprint").removeHandler(handler)
    return found, tuple(said)


NAMES = (
    "knighthawks report.pdf", "knighthawks logs.pdf", "knighthawks form.pdf",
    "deltavee report.pdf", "deltavee logs.pdf", "nova report.pdf", "nova ships logs.pdf",
    "battle report.pdf",
    "nothing left report.pdf", "book report.pdf",
)  # fmt: skip
each = pytest.mark.parametrize("name", NAMES)


def root_of(name: str) -> Any:
    return pypdf.PdfReader(io.BytesIO(made()[0][name])).trailer["/Root"]


def nodes(node: Any, parents: tuple[str, ...] = ()) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Every element of the structure with the tags above it, in reading order."""
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        for one in node:
            yield from nodes(one, parents)
    elif isinstance(node, dict):
        if "/S" in node:
            yield node, parents
            parents = (*parents, str(node["/S"]))
        if "/K" in node:
            yield from nodes(node["/K"], parents)


@cache
def structure(name: str) -> list[tuple[Any, tuple[str, ...]]]:
    return list(nodes(root_of(name)["/StructTreeRoot"]["/K"]))


def test_no_template_makes_weasyprint_complain() -> None:
    found, said = made()
    assert said == ()
    assert set(NAMES) <= set(found)


def test_every_page_is_laid_out_once_whether_it_has_contents_or_not() -> None:
    found, _said = made()
    assert len(LAYOUTS) == len(TEXTS) == len(found)
    assert set(map(looks_long, TEXTS.values())) == {True, False}


def _seen(element: Element) -> list[object]:
    """An element and all in it: tags, attributes and words, without the space between."""
    found: list[object] = []
    for one in element.iter():
        attributes = {name: said for name, said in one.items() if "xmlns" not in name}
        words = ((one.text or "").strip(), (one.tail or "").strip())
        found += [one.tag, attributes, *words] if isinstance(one.tag, str) else []
    return found


def test_every_page_says_the_same_read_as_xml_and_as_html() -> None:
    made()
    for text in TEXTS.values():
        page, _pictures = without_pictures(re.sub("<style>.*?</style>", "", text, flags=re.DOTALL))
        html = tinyhtml5.parse(page, namespace_html_elements=False)
        assert _seen(element_of(page)) == _seen(html)


def test_what_browsers_put_into_a_page_is_missed() -> None:
    page = "<html><head/><body><table><tr><td>one</td></tr></table></body></html>"
    html = tinyhtml5.parse(page, namespace_html_elements=False)
    assert _seen(element_of(page)) != _seen(html)


@each
def test_all_that_is_drawn_is_read_aloud_or_decoration(name: str) -> None:
    """Every mark of a page is in the tree of tags: not those of its head and its foot."""
    reader = pypdf.PdfReader(io.BytesIO(made()[0][name]))
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}  # type: ignore[union-attr]
    drawn = {
        (number, int(mark))
        for number, page in enumerate(reader.pages)
        for mark in re.findall(rb"/MCID (\d+)", page.get_contents().get_data())  # type: ignore[union-attr]
    }
    told = {
        (numbers[node.raw_get("/Pg").idnum], int(mark))
        for node, _parents in structure(name)
        for mark in node.get("/K", ())
        if isinstance(mark, int)
    }
    assert drawn == told


@each
def test_it_says_that_it_is_tagged_for_all(name: str) -> None:
    root = root_of(name)
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid" in root["/Metadata"].get_object().get_data()


@each
def test_headings_begin_with_the_first_rank_and_skip_none(name: str) -> None:
    ranks = [int(tag[2:]) for tag in tags(name) if tag in ("/H1", "/H2", "/H3", "/H4")]
    assert ranks[0] == 1 and ranks.count(1) == 1
    assert [(one, other) for one, other in pairwise(ranks) if other > one + 1] == []


def tags(name: str) -> list[str]:
    return [str(node["/S"]) for node, _parents in structure(name)]


@each
def test_tables_are_rows_of_cells_and_lists_are_items(name: str) -> None:
    for node, parents in structure(name):
        tag = node["/S"]
        above = parents[-1] if parents else ""
        if tag in CELLS:
            assert above == "/TR", parents
        if tag in ROWS:
            assert above in ("/THead", "/TBody", "/Table", "/TFoot"), parents
        if tag == "/LI":
            assert above == "/L", parents
        if tag == "/Table":
            inside = [str(one["/S"]) for one, _parents in nodes(node["/K"])]
            assert "/TH" in inside and "/TR" in inside
            heads_are_named([one for one, _parents in nodes(node["/K"])])
        if tag == "/L":
            assert {one["/S"] for one in node["/K"]} <= {"/L", "/LI", "/Caption"}
        if tag == "/LI":
            assert [one["/S"] for one in node["/K"]] in (["/LBody"], ["/Lbl", "/LBody"])


def heads_are_named(inside: list[Any]) -> None:
    """Each head cell has its scope and each other cell names heads of its table."""
    heads = [one for one in inside if one["/S"] == "/TH"]
    assert {one["/A"]["/Scope"] for one in heads} <= {"/Row", "/Column"}
    names = [str(one["/ID"]) for one in heads]
    assert len(set(names)) == len(names)
    for one in inside:
        if one["/S"] == "/TD":
            said = set(map(str, one["/A"]["/Headers"]))
            assert said and said <= set(names)


def test_a_table_that_goes_on_over_pages_is_one_table_whose_head_is_read_once() -> None:
    rows = "".join(
        f'<tr><th scope="row">Ship {n}</th><td>{n:04}</td><td>ok</td></tr>' for n in range(120)
    )
    body = f"""<div><table><thead><tr><th scope="col">Name</th><th scope="col">Hex</th>
<th scope="col">Status</th></tr></thead><tbody>{rows}</tbody></table></div><p>After it.</p>"""
    data = render._press().print(
        f'<!doctype html><html lang="en"><head><title>T</title></head><body>{body}</body></html>',
        datetime(2026, 1, 1, tzinfo=UTC),
        {},
    )
    reader = pypdf.PdfReader(io.BytesIO(data))
    pages = len(reader.pages)
    assert pages >= 3
    # The head is printed on every page.
    assert all("Status" in page.extract_text() for page in reader.pages)
    tree: Any = reader.trailer["/Root"]
    found = list(nodes(tree["/StructTreeRoot"]["/K"]))
    tags = [one["/S"] for one, _parents in found]
    assert (tags.count("/Table"), tags.count("/THead"), tags.count("/TBody")) == (1, 1, pages)
    assert tags.count("/TR") == 121
    (table,) = (one for one, _parents in found if one["/S"] == "/Table")
    inside = [one for one, _parents in nodes(table["/K"])]
    heads_are_named(inside)
    names = {str(one["/ID"]): one["/A"]["/Scope"] for one in inside if one["/S"] == "/TH"}
    last = [one for one in inside if one["/S"] == "/TD"][-1]
    assert [names[str(one)] for one in last["/A"]["/Headers"]] == ["/Row", "/Column"]
    # A mark of every page belongs to a tag, but for its foot, and the heads that are repeated.
    numbers = tree["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    unread = [sum(str(one) == "NullObject" for one in numbers[2 * n + 1]) for n in range(pages)]
    assert unread == [1] + [1 + 3] * (pages - 1)
    drawn: list[Any] = [page["/Contents"].get_object() for page in reader.pages]
    marks = [one.get_data().count(b"BDC") for one in drawn]
    assert marks == [len(numbers[2 * n + 1]) - unread[n] for n in range(pages)]


LONG_WORDS = "so that it goes on over the page " * 200
IN_PARTS = {
    "items": "".join(f"<li>Item {n}</li>" for n in range(150)),
    "an item": f"<li>{LONG_WORDS * 2}</li>",
    "an item of blocks": f"<li><div>{LONG_WORDS}</div><div>{LONG_WORDS}</div></li>",
}


@pytest.mark.parametrize(
    ("style", "kind"),
    [*((style, kind) for style in ("none", "disc") for kind in ("items", "an item")),
     ("none", "an item of blocks")],
)  # fmt: skip
def test_a_list_that_goes_on_over_pages_is_one_list(style: str, kind: str) -> None:
    list = f'<ul style="list-style: {style}">{IN_PARTS[kind]}<li>Last</li></ul>'
    found, reader = printed(f"<div>{list}</div><p>After it.</p>")
    assert len(reader.pages) >= 2
    tags = [one["/S"] for one in found]
    assert tags.count("/L") == 1
    assert tags.count("/LI") == list.count("<li>")
    assert tags.count("/LBody") == list.count("<li>")
    assert in_order(found, reader)[-2:] == ["Last", "After it."]


def test_a_paragraph_that_goes_on_over_pages_is_one() -> None:
    found, reader = printed(f"<p>Before it.</p><div><p>{LONG_WORDS * 2}</p></div><p>After it.</p>")
    assert len(reader.pages) >= 2
    assert [one["/S"] for one in found].count("/P") == 3
    lines = in_order(found, reader)
    assert (lines[0], lines[-1]) == ("Before it.", "After it.")
    assert " ".join(lines[1:-1]) == (LONG_WORDS * 2).strip()


def printed(body: str) -> tuple[list[Any], pypdf.PdfReader]:
    """The tags of a page, and the page as a PDF."""
    page = f'<!doctype html><html lang="en"><head><title>T</title></head><body>{body}</body></html>'
    data = render._press().print(page, datetime(2026, 1, 1, tzinfo=UTC), {})
    reader = pypdf.PdfReader(io.BytesIO(data))
    tree: Any = reader.trailer["/Root"]
    return [one for one, _parents in nodes(tree["/StructTreeRoot"]["/K"])], reader


def in_order(found: list[Any], reader: pypdf.PdfReader) -> list[str]:
    """The marked texts of a PDF in the order of its tags, as they are read aloud."""
    document = pypdfium2.PdfDocument(reader.stream)
    texts: dict[tuple[int, int], str] = {}
    for number, page in enumerate(document):
        words = page.get_textpage()
        for thing in page.get_objects():
            mark = pypdfium2.raw.FPDFPageObj_GetMarkedContentID(thing)
            if thing.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT and mark >= 0:
                said = words.get_text_bounded(*thing.get_bounds())
                texts[number, mark] = texts.get((number, mark), "") + said
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}  # type: ignore[union-attr]
    return [
        texts[numbers[one.raw_get("/Pg").idnum], mark].strip()
        for one in found
        for mark in one["/K"]
        if isinstance(mark, int) and (numbers[one.raw_get("/Pg").idnum], mark) in texts
    ]


@each
def test_every_picture_has_words(name: str) -> None:
    pictures = [node for node, _parents in structure(name) if node["/S"] == "/Figure"]
    assert [one for one in pictures if not str(one.get("/Alt", "")).strip()] == []


def test_every_letter_is_drawn_or_named() -> None:
    reader = pypdf.PdfReader(io.BytesIO(made()[0]["knighthawks report.pdf"]))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "Жизнь 中文 名前 [U+D55C]" in text


@each
def test_long_ones_have_contents_with_the_pages_of_their_headings(name: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(made()[0][name]))
    links = [
        note.get_object()
        for page in reader.pages
        for note in page.get("/Annots", ())
        if note.get_object().get("/Subtype") == "/Link"
    ]
    is_long = looks_long(TEXTS[made()[0][name]])
    to = [one for one in links if re.fullmatch("[a-z-]{3,}", str(one["/Dest"]))]
    assert bool(to) == is_long
    # A link says what it opens, as it is printed.
    assert {re.sub("[^a-z]+", "-", str(one["/Contents"]).lower()).strip("-") for one in to} == {
        str(one["/Dest"]) for one in to
    }
    assert not {str(one["/Contents"]) for one in to} & {str(one["/Dest"]) for one in to}
    if not is_long:
        return
    titles = [one for node in reader.outline if isinstance(node, list) for one in node]
    first = pypdfium2.PdfDocument(made()[0][name])[0].get_textpage().get_text_range()
    listed = re.findall(r"(.*?\S)\s?\.{3,} *(\d+)", first)
    second = [one for one in titles if not isinstance(one, list)]
    assert len(second) >= FEW
    assert sorted((title.strip(), int(page)) for title, page in listed) == sorted(
        (" ".join(str(one["/Title"]).split()), (reader.get_destination_page_number(one) or 0) + 1)
        for one in second
    )


@each
def test_no_page_ends_with_a_heading(name: str) -> None:
    """What stands last on each page, apart from the page's own foot, is no heading."""
    last: dict[int, str] = {}
    reader = pypdf.PdfReader(io.BytesIO(made()[0][name]))
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}  # type: ignore[union-attr]
    for node, parents in structure(name):
        if "/Pg" in node and node["/S"] not in ("/Div", "/Sect", "/Part", "/NonStruct"):
            heading = next((one for one in (*parents, str(node["/S"])) if one[:2] == "/H"), "")
            last[numbers[node.raw_get("/Pg").idnum]] = heading if heading[2:].isdigit() else ""
    assert {page: tag for page, tag in last.items() if tag} == {}
