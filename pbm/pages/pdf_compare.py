"""What a PDF says, apart from its bytes: pages, their text, and the order of its structure.

Two versions of a library may lay the same page out in other bytes. They must still say the
same on as many pages, with the same structure for those who have it read to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pbm.kit.records import Record


class PdfFacts(Record):
    """The text of each page with white space folded, and the tags of the structure in order."""

    pages: tuple[str, ...]
    structure: tuple[str, ...]


def pdf_facts(data: bytes) -> PdfFacts:
    """The facts of a PDF of ours; pypdf's own errors for bytes that are no PDF."""
    import pypdf  # only where two versions are compared

    reader = pypdf.PdfReader(BytesIO(data))
    pages = tuple(" ".join(page.extract_text().split()) for page in reader.pages)
    root: Any = reader.trailer["/Root"]
    return PdfFacts(pages, tuple(_tags(root.get("/StructTreeRoot"))))


def _tags(root: Any) -> Iterator[str]:
    """The structure's tags, parents before children, in reading order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, dict):
            if "/S" in node:
                yield str(node["/S"])
            waiting.append(node.get("/K"))


def differences(one: PdfFacts, other: PdfFacts) -> list[str]:
    """In what two PDFs differ, in words; empty if they say the same."""
    found: list[str] = []
    if len(one.pages) != len(other.pages):
        found.append(f"it had {len(one.pages)} pages and has {len(other.pages)}")
    found += [
        f"page {number} reads otherwise"
        for number, (was, now) in enumerate(zip(one.pages, other.pages, strict=False), 1)
        if was != now
    ]
    if one.structure != other.structure:
        found.append("its structure is another")
    return found
