"""Decode the text of a part of a mail, whatever charset it claims."""

import codecs
import re

# Charsets that programs name where they mean a larger one.
_MEANT = {
    "": "utf-8",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "default": "utf-8",
    "unknown-8bit": "utf-8",
    "x-unknown": "utf-8",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-9": "cp1254",
    "unicode-1-1-utf-7": "utf-7",
    "x-mac-roman": "mac-roman",
}
# Codecs of Python that no mail uses; punycode takes minutes for a long text.
_NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.I)


def decoded(raw: bytes, said: str, *, is_html: bool = False) -> str:
    """Decode bytes of a mail; never an error.

    A byte order mark decides, then the bytes themselves if they show UTF-16 or ISO-2022-JP, then
    the charset ``said``, then UTF-8 if they are valid, else Windows Latin-1. ``is_html``: a page
    may name its charset itself.
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return raw.decode(encoding, "replace")
    name = said.strip().strip("\"'").lower()
    if is_html and not name and (meta := _META.search(raw[:4096])):
        name = meta[1].decode("ascii").lower()
    for encoding in (_seen(raw), _MEANT.get(name, name), "utf-8", "cp1252"):
        if not encoding or (encoding == "utf-16" and not _is_wide(raw)):
            continue
        try:
            if codecs.lookup(encoding).name in _NO_CHARSETS:
                continue
            # UTF-7 can spell half of a UTF-16 pair, which is not a character and cannot be stored.
            return raw.decode(encoding).encode("utf-8", "replace").decode()
        except (LookupError, UnicodeError, ValueError):
            continue
    return raw.decode("cp1252", "replace")


def _seen(raw: bytes) -> str:
    """Detect UTF-16 without a byte order mark, and ISO-2022-JP; "" for others."""
    if _is_wide(raw):
        return "utf-16-le" if raw[1::2].count(0) > raw[::2].count(0) else "utf-16-be"
    if b"\x1b$" in raw and raw.isascii():
        return "iso-2022-jp"
    return ""


def _is_wide(raw: bytes) -> bool:
    """True for two bytes a character: in Latin text every other byte is zero."""
    return len(raw) >= 8 and len(raw) % 2 == 0 and raw.count(0) * 10 >= len(raw) * 3
