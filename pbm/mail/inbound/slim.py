"""Leave the large files out of a mail that is too large to be kept as it came.

A part that is never read for sheets, such as a photo, loses its body; a line of its header says
how many bytes it had and their sha256. Everything else stays byte for byte.
"""

import hashlib
import re
from binascii import Error, a2b_base64
from contextlib import suppress

LEFT_OUT = "X-Left-Out"
# Bodies of so many bytes and more are left out, if nothing in them is read.
_LARGE = 20_000
_BOUNDARY = re.compile(rb"boundary\s*=\s*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.I)
_NEVER_READ = re.compile(rb"^content-type:\s*(?:image|audio|video|model|font)/", re.I | re.M)
_BASE64 = re.compile(rb"^content-transfer-encoding:\s*\"?base64", re.I | re.M)


def slimmed(data: bytes) -> bytes:
    """The mail without the bodies of large parts that are never read."""
    boundaries: set[bytes] = set()
    out: list[bytes] = []
    at = 0
    for start, end in _parts(data, boundaries):
        out.append(data[at:start])
        out.append(_left(data[start:end]))
        at = end
    return b"".join([*out, data[at:]])


def _parts(data: bytes, boundaries: set[bytes]) -> list[tuple[int, int]]:
    """Start and end of each part of a multipart, header and body."""
    boundaries |= {one or other for one, other in _BOUNDARY.findall(data[:64_000])}
    marks: list[int] = []
    found: list[tuple[int, int]] = []
    for mark in re.finditer(rb"^--[^\r\n]{1,202}\r?\n?", data, re.M):
        line = mark[0].rstrip()
        if not any(line in (b"--" + one, b"--" + one + b"--") for one in boundaries):
            continue
        if marks:
            found.append((marks[-1], mark.start()))
        marks.append(mark.end())
        head = data[mark.end() : mark.end() + 4_000].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        boundaries |= {one or other for one, other in _BOUNDARY.findall(head)}
    return found


def _left(part: bytes) -> bytes:
    """A part, without its body if that is large and never read."""
    cut = re.search(rb"\r?\n\r?\n", part)
    if cut is None or len(part) - cut.end() < _LARGE:
        return part
    head, body = part[: cut.start()], part[cut.end() :]
    if not _NEVER_READ.search(head):
        return part
    if _BASE64.search(head):
        with suppress(Error):  # else the bytes as they came are hashed
            body = a2b_base64(body)
    line = f"{LEFT_OUT}: {len(body)} bytes, sha256 {hashlib.sha256(body).hexdigest()}"
    end = part[cut.start() : cut.end()]
    newline = end[: len(end) // 2]
    return head + newline + line.encode() + end + newline
