"""Tag what goes on over pages in a PDF as one: tables, lists, paragraphs; scopes of head cells.

WeasyPrint 70 tags a table, list or paragraph that goes on over the page as one on each page, and
gives head cells no scope. The pages are read as it lays them out, by names of its own: the version
is pinned.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

_JOINED = {"/L", "/LI", "/P"}


@cache
def keep_tags() -> None:
    """Let WeasyPrint note at each box its tag, as it does at cells."""
    from weasyprint.pdf import tags

    as_before = tags._build_box_tree

    def noting(box: Any, *more: Any) -> Iterator[Any]:
        for tag in as_before(box, *more):
            if not hasattr(tag, "is_noted"):  # else it is that of a box inside this one
                tag.is_noted, box.tag = True, tag
            yield tag

    tags._build_box_tree = noting


def whole_over_pages(document: Any, pdf: Any) -> None:
    """Give head cells their scope, and put what goes on over the page into what began before it.

    For ``finisher`` of WeasyPrint's ``write_pdf``: ``pdf`` is the file in the making. Heads of
    tables that are repeated on later pages, and what stands in a page's margins, become decoration,
    which is not read aloud.
    """
    tags = _Tags(pdf)
    first: dict[int, Any] = {}  # by the table of the HTML
    begun: dict[int, Any] = {}  # by the element of the HTML
    for page in document.pages:
        for margin in page._page_box.children:
            if type(margin).__name__ == "MarginBox":
                for child in margin.children:
                    tags.decorate(child.tag)
        here: dict[int, Any] = {}
        for box in page._page_box.descendants():
            if getattr(box, "link_annotation", None):
                # WeasyPrint gives the name of its target.
                words = " ".join("".join(box.element.itertext()).split())
                box.link_annotation["Contents"].string = words
            if getattr(box, "tag", {}).get("S") in _JOINED:
                here.setdefault(id(box.element), box.tag)  # other boxes of it lie in this one
        for element, tag in here.items():
            if begun.setdefault(element, tag) is not tag:
                tags.join(begun[element], tag)
        for table, cells in _tables(page._page_box):
            for cell in cells:
                if cell.element.tag == "th":
                    is_of_row = cell.element.get("scope") == "row"
                    cell.mark["A"]["Scope"] = "/Row" if is_of_row else "/Column"
            part = tags.above(cells[0].mark, "/Table")
            if first.setdefault(id(table.element), part) is not part:
                tags.append(first[id(table.element)], part)


def _tables(box: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Each table below a box, with its tagged cells; no table has another in it."""
    if type(box).__name__ in ("TableBox", "InlineTableBox"):
        cells = [one for one in box.descendants() if getattr(one, "mark", None) is not None]
        if cells:
            yield box, cells
        return
    for child in getattr(box, "children", ()):
        yield from _tables(child)


class _Tags:
    """The tree of tags of a PDF in the making."""

    def __init__(self, pdf: Any) -> None:
        self._objects = pdf.objects
        self._nums = self._at(self._at(pdf.catalog["StructTreeRoot"])["ParentTree"])["Nums"]
        self._pages = list(pdf.page_references)
        self._marks: dict[int, dict[int, int]] = {}

    def _at(self, reference: Any) -> Any:
        """The object that a reference means."""
        text = reference.decode() if isinstance(reference, bytes) else str(reference)
        return self._objects[int(text.split()[0])]

    def above(self, tag: Any, kind: str) -> Any:
        """The nearest tag of a kind above another."""
        while tag["S"] != kind:
            tag = self._at(tag["P"])
        return tag

    def join(self, first: Any, part: Any) -> None:
        """Put all of a later part of a list, an item or a paragraph into its first part."""
        for reference in part["K"]:
            tag = self._at(reference)
            last = self._at(first["K"][-1]) if first["K"] else first
            if tag["S"] == last["S"] == "/LBody":
                self._move(tag["K"], last)
            else:
                self._move([reference], first)
        part["K"].clear()
        self._drop(part)

    def _move(self, references: list[Any], to: Any) -> None:
        for reference in references:
            self._at(reference)["P"] = to.reference
            to["K"].append(reference)

    def append(self, first: Any, part: Any) -> None:
        """Put the rows of a later part of a table into its first part, and take that part away."""
        head: dict[bytes, Any] = {}
        for reference in part["K"]:
            rows = self._at(reference)
            if rows["S"] == "/THead":
                for tag in self._below(rows):
                    if "ID" in tag:
                        place = tag["ID"].string.partition("-")[2]
                        head[tag["ID"].data] = type(tag["ID"])(f"{first.number}-{place}")
                    self._unread(tag)
            else:
                self._move([reference], first)
                for tag in self._below(rows):
                    if tag["S"] == "/TD" and "Headers" in tag["A"]:
                        said = tag["A"]["Headers"]
                        said[:] = [head.get(one.data, one) for one in said]
        self._drop(part)

    def _below(self, tag: Any) -> Iterator[Any]:
        """A tag and all below it."""
        yield tag
        for kid in tag["K"]:
            if not isinstance(kid, int) and "S" in (below := self._at(kid)):
                yield from self._below(below)

    def decorate(self, tag: Any) -> None:
        """Make all text at and below a tag a decoration."""
        for one in self._below(tag):
            self._unread(one)

    def _unread(self, tag: Any) -> None:
        """Make the text that stands below a tag itself a decoration."""
        for mark in [kid for kid in tag["K"] if isinstance(kid, int)]:
            page = self._pages.index(tag["Pg"])
            stream = self._at(self._at(tag["Pg"])["Contents"]).stream
            if page not in self._marks:
                self._marks[page] = {
                    one["MCID"]: n
                    for n, one in enumerate(stream)
                    if isinstance(one, dict) and "MCID" in one
                }
            at = self._marks[page][mark]
            stream[at - 1 : at + 2] = ["/Artifact", "", b"BMC"]
            self._nums[2 * page + 1][mark] = "null"

    def _drop(self, tag: Any) -> None:
        """Take a tag out of the tree, and those above that are empty then."""
        above = self._at(tag["P"])
        above["K"].remove(tag.reference)
        if not above["K"]:
            self._drop(above)
