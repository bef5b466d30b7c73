"""What a file holds once it is opened: parts of a mail, streams, strings and words of a PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from typing import Any

import pikepdf
import pypdfium2


def insides(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file's bytes, and whatever is packed, encoded or drawn in them, each with its name."""
    yield name, data
    if name.endswith(".pdf"):
        yield from _of_pdf(name, data)
    elif name.endswith(".eml"):
        mail = message_from_bytes(data, policy=policy.default)
        for place, part in enumerate(mail.walk()):
            held = part.get_payload(decode=True)
            if isinstance(held, bytes):
                file = part.get_filename() or f"part {place}"
                yield from insides(f"{name} > {file}", held)


def _of_pdf(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for place, each in enumerate(pdf.objects):
            if isinstance(each, pikepdf.Stream):
                yield f"{name} > stream {place}", each.read_bytes()
            yield f"{name} > object {place}", b"\n".join(_strings(each))
    document = pypdfium2.PdfDocument(data)
    for place in range(len(document)):
        words = document[place].get_textpage().get_text_range()
        # A long word may be broken anywhere.
        yield f"{name} > page {place + 1}", words.encode()
        yield f"{name} > page {place + 1}, unbroken", re.sub(r"\s", "", words).encode()
    document.close()


def _strings(value: Any) -> Iterator[bytes]:
    """Every string of an object, as it stands there and as it is read."""
    if isinstance(value, pikepdf.String):
        yield bytes(value)
        yield str(value).encode()
    elif isinstance(value, pikepdf.Array):
        for part in value:
            if not getattr(part, "is_indirect", False):
                yield from _strings(part)
    elif isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        for part in value.values():
            if not getattr(part, "is_indirect", False):
                yield from _strings(part)
