"""Compare PDFs by their pages, text and structure rather than by their bytes.

Two versions of a library may write the same page in other bytes. They must still have the same
text on the same number of pages, and the same structure for screen readers.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pbm.kit.english import count
from pbm.kit.records import Record


class PdfFacts(Record):
    """The text of each page, white space folded, and the structure's tags in order."""

    pages: tuple[str, ...]
    structure: tuple[str, ...]


def pdf_facts(data: bytes) -> PdfFacts:
    """Read the facts of a PDF made by this program; pypdf's errors for other bytes."""
    import pypdf  # only needed where two versions are compared

    reader = pypdf.PdfReader(BytesIO(data))
    pages = tuple(" ".join(page.extract_text().split()) for page in reader.pages)
    root: Any = reader.trailer["/Root"]
    return PdfFacts(pages, tuple(_tags(root.get("/StructTreeRoot"))))


def _tags(root: Any) -> Iterator[str]:
    """Yield the structure's tags, parents before children, in reading order."""
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
    """Describe how two PDFs differ; empty if they say the same."""
    found: list[str] = []
    if len(one.pages) != len(other.pages):
        found.append(f"it had {count(len(one.pages), 'page')} and now has {len(other.pages)}")
    found += [
        f"page {number} differs"
        for number, (was, now) in enumerate(zip(one.pages, other.pages, strict=False), 1)
        if was != now
    ]
    if one.structure != other.structure:
        found.append("its structure differs")
    return found
