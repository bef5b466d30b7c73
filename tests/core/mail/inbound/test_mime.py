"""From bytes to texts: charsets, wrapped and quoted text, HTML, attached files, requests."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.mail.inbound import limits
from pbm.mail.inbound.attachments import Unread, texts_of
from pbm.mail.inbound.charset import decoded
from pbm.mail.inbound.html_to_text import text_of_html
from pbm.mail.inbound.mime import HEAD, parsed, read_head, read_mail, sent_at
from pbm.mail.inbound.quoting import marked, unflowed
from pbm.mail.processing.requests import Request, passes_in, requests_in
from tests.core.mail.post import letter

MINE, OLD = "ORDERS e turn 1 for Ilse\nadd 5\nEND", "ORDERS e turn 1 for Ilse\nEND"


@pytest.mark.parametrize(
    ("raw", "said", "text"),
    [
        ("Zoë".encode(), "", "Zoë"),
        ("Zoë".encode(), "us-ascii", "Zoë"),
        ("Zoë – “x”".encode("cp1252"), "iso-8859-1", "Zoë – “x”"),
        ("Zoë".encode("latin-1"), "", "Zoë"),
        ("Zoë".encode("latin-1"), "utf-8", "Zoë"),
        ("Ольга".encode("koi8-r"), "KOI8-R", "Ольга"),
        ("朱镕基".encode("gb18030"), "gb2312", "朱镕基"),
        ("花子".encode("iso-2022-jp"), "", "花子"),
        ("花子".encode("iso-2022-jp"), "utf-8", "花子"),
        ("ORDERS e".encode("utf-16-le"), "", "ORDERS e"),
        ("ORDERS e".encode("utf-16-be"), "", "ORDERS e"),
        (b"plain", "utf-16", "plain"),
        ("Zoë".encode("utf-16"), "latin-1", "Zoë"),
        (b"\xef\xbb\xbfx", "koi8-r", "x"),
        ("Zoë".encode("utf-7"), "utf-7", "Zoë"),
        (b"Zo+2AA-", "utf-7", "Zo?"),
        (b"x\x81\x8d", "nonsense-9", "x\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"),
        (b"x", "undefined", "x"),
        (b"c:\\new\\q \\u0041", "unicode_escape", "c:\\new\\q \\u0041"),
        (b"\\u0041", "Raw-Unicode-Escape", "\\u0041"),
        (b"xn--zo-jia", "idna", "xn--zo-jia"),
        (b"x", "rot13", "x"),
        (b"x", "\x00", "x"),
    ],
)
def test_charsets(raw: bytes, said: str, text: str) -> None:
    assert decoded(raw, said) == text


def test_a_codec_that_takes_a_minute_for_a_long_text_is_no_charset() -> None:
    """Each sign put in moves all that follow: a million of them would never end."""
    text = "abc-" + "a9" * 500_000
    assert decoded(text.encode(), "punycode") == text


def test_a_charset_that_is_no_word_hides_nothing() -> None:
    mail = b'Content-Type: text/plain; charset="utf\x008"\n\nZo\xc3\xab\n'
    (letter,) = read_mail(mail).texts
    assert letter.text == "Zoë\n"


def test_a_page_may_say_its_charset_but_the_mail_says_it_louder() -> None:
    page = '<meta charset="koi8-r">Ольга'.encode("koi8-r")
    assert decoded(page, "", is_html=True).endswith("Ольга")
    assert not decoded(page, "cp1251", is_html=True).endswith("Ольга")
    assert not decoded(page, "").endswith("Ольга")


@pytest.mark.parametrize(
    ("text", "delsp", "whole"),
    [
        ("one \ntwo\nthree", False, "one two\nthree"),
        ("one \ntwo", True, "onetwo"),
        (" From me\n  in", False, "From me\n in"),
        ("> one \n> two\n> three", False, "> one two\n> three"),
        ("> one \n>> two", False, "> one \n>> two"),
        (">one \n>two", False, "> one two"),
        ("x \n-- \nIlse", False, "x \n-- \nIlse"),
        ("add 5 \n\nadd 6", False, "add 5 \nadd 6"),
    ],
)
def test_flowed(text: str, delsp: bool, whole: str) -> None:
    assert unflowed(text, delsp=delsp) == whole


def test_many_originals_and_long_rules_are_gone_through_once() -> None:
    """Looked for heads anew at each, or tried at each character, this would take minutes."""
    for line in ("-----Original Message-----", "-" * 30_000 + "x", "From: a"):
        text = f"ORDERS e turn 1 for A\n{line}\n" + f"{line}\n" * (1_000_000 // len(line))
        assert marked(text, HEAD) == text
    assert unflowed("x \n" * 300_000, delsp=True) == "x" * 300_000


@pytest.mark.parametrize("between", ["\n" * 390_000, "> \n" * 130_000, "From" + " " * 390_000])
def test_what_stands_between_lines_is_gone_through_once(between: str) -> None:
    """Tried anew behind each empty line, or at each blank, this would take hours."""
    parts = EmailMessage()
    parts["From"] = "ilse@example.org"
    parts.set_content(f"{MINE}\n{between}x\n{OLD}\n", cte="8bit")
    parts.add_alternative("<p>nothing</p>", subtype="html")
    (letter,) = read_mail(parts.as_bytes()).texts
    assert MINE in letter.text


def test_headers_that_cannot_be_read_stop_no_mail() -> None:
    """Python reads no number of 5,000 digits, and does not say so where it reads headers."""
    many = "9" * 5_000
    said = f"Content-Type: multipart/mixed; boundary*{many}=a\nFrom: ilse@example.org\n\n--a\n\nx\n"
    mail = read_mail(said.encode())
    assert (mail.sender, mail.texts) == ("ilse@example.org", ())
    assert mail.ignored == ("its parts cannot be separated, so none was read",)
    assert read_head(said.encode())["From"] == "ilse@example.org"


@pytest.mark.parametrize(
    "head",
    [
        "Content-Type: multipart/mixed; boundary*=punycode''{}",
        "Content-Type: text/plain; name*=%70unycode''{}",
        "Subject: =?punycode?q?{}?=",
        "Return-Path: <{}",
    ],
)
def test_long_headers_are_not_read_to_their_end(head: str) -> None:
    """Each sign put in moves all that follow: a million of them would never end."""
    long = head.format("\x0b" * 1_000_000 if "Return" in head else "a" * 2_000_000)
    assert read_mail(f"From: ilse@example.org\n{long}\n\nx\n".encode()).sender


def test_signs_by_numbers_that_no_sign_has() -> None:
    many = "9" * 5_000
    assert text_of_html(f"a&#{many};b&#65;&#{many}c") == "a\ufffdbA\ufffdc"


@pytest.mark.parametrize(
    "border",
    [
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "From: gm\nSent: Sunday\nTo: Ilse\nSubject: e",
        "Von: gm\nGesendet: Sonntag\nBetreff: e",
        "________________________________\nFrom: gm\nSubject: e",
        "---------- Forwarded message ---------",
        "*From:* gm\n*Subject:* e",
        "发件人：gm\n主题：e",
    ],
)
def test_an_original_without_marks_gets_them(border: str) -> None:
    assert f"{MINE}\n{border}\n{OLD}" != marked(f"{MINE}\n{border}\n{OLD}", HEAD)
    assert marked(f"{MINE}\n{border}\n{OLD}", HEAD).endswith("> ORDERS e turn 1 for Ilse\n> END")


@pytest.mark.parametrize(
    "text",
    [
        MINE,
        f"hello\n-----Original Message-----\n{OLD}",
        f"{MINE}\n-----Original Message-----\nhello",
        f"{MINE}\n____________\n{OLD}",
        f"{MINE}\nFrom: here we go\n{OLD}",
        f"{MINE}\n----------\n{OLD}",
    ],
)
def test_nothing_else_gets_marks(text: str) -> None:
    assert marked(text, HEAD) == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<div>a</div><div>b<br>c</div>", "a\nb\nc"),
        ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", "a\n> b\n> > c\n> d\ne"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("a &lt;b&gt; &amp; c&nbsp;d", "a <b> & c\N{NO-BREAK SPACE}d"),
        ("<style>x</style><script>y</script><title>z</title>a", "a"),
        ("<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>", "a  b\nc"),
        ("a\n  b\t c", "a b c"),
        ("</div></blockquote></pre></style>a", "a"),
        ("<blockquote><div>a</blockquote>b", "> a\nb"),
        ('<div class="yahoo_quoted">a</div>b', "> a\nb"),
        ("<b>a</b><i>b</i>", "ab"),
        ("<![CDATA[x", "<![CDATA[x"),
        ("", ""),
    ],
)
def test_html(page: str, text: str) -> None:
    assert text_of_html(page) == text


@pytest.mark.parametrize(
    "sign", ["<a ", "<a b='", "<a b=", "</", "<!--", "<?", "<![", "<!x", "<div>x</p>", "<b>x", "<"]
)
def test_a_page_without_end_is_read_once(sign: str) -> None:
    """Were each tag without end looked for to the end of the page, this would take minutes."""
    text = text_of_html(f"<p>ORDERS</p>{sign * 50_000}")
    assert text.startswith("ORDERS")


def test_what_does_not_end_is_text_where_there_is_much_of_it() -> None:
    assert text_of_html("one<br>two <![x three <![if] > four") == "one\ntwo four"
    assert text_of_html("one<!-- two" + "<a b " * 20) == "one" + "<!-- two" + "<a b " * 19 + "<a b"


def test_blocks_that_were_never_opened_end_nothing() -> None:
    page = "<blockquote>" + "<div>" * 50_000 + "</blockquote>" + "</blockquote>" * 50_000 + "x"
    assert text_of_html(page) == "x"


def packed(member: str, data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(member, data)
    return made.getvalue()


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx(body: str) -> bytes:
    return packed(
        "word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>".encode()
    )


def p(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (p("a") + p("b"), "a\nb"),
        ("<w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>", "a\nb\tc"),
        ("<w:p><w:del><w:r><w:delText>no</w:delText></w:r></w:del></w:p>" + p("yes"), "\nyes"),
        (f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>", "a  b"),
        (f"<w:sdt><w:sdtContent>{p('a')}</w:sdtContent></w:sdt>", "a"),
        # A table in a cell is told once, however deep: twice at each depth would never end.
        ("<w:tbl><w:tr><w:tc>" * 19 + p("a") + "</w:tc></w:tr></w:tbl>" * 19, "a"),
        (f"<w:tr><w:sdt><w:tc>{p('a')}</w:tc></w:sdt><w:tc>{p('b')}</w:tc></w:tr>", "a  b"),
    ],
)
def test_word_documents(body: str, text: str) -> None:
    assert texts_of("x.docx", docx(body)) == (text,)


DEEP = "<w:sdt>" * 100 + p("a") + "</w:sdt>" * 100
LAUGH = b'<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("x.docx", b"no zip", "damaged or locked"),
        ("x.docx", packed("other.xml", b""), "damaged or locked"),
        ("x.docx", packed("word/document.xml", b"<x>"), "damaged"),
        ("x.docx", packed("word/document.xml", LAUGH), "not one that a word processor writes"),
        (
            "x.docx",
            packed("word/document.xml", LAUGH.decode().encode("utf-16")),
            "not one that a word processor writes",
        ),
        ("x.docx", packed("word/document.xml", b'<?xml version="1.0" encoding="?"?><x/>'), "damag"),
        ("x.odt", packed("content.xml", b'<?xml version="1.0" encoding="gbk"?><x/>'), "damaged"),
        ("x.odt", packed("content.xml", b'<?xml version="1.0" encoding="xy"?><x/>'), "damaged"),
        ("x.docx", packed("word/document.xml", b" " * 4_000_001), "unpacks to more than 4,000,000"),
        ("x.docx", docx(DEEP), "nested too deeply"),
        ("x.docx", docx(p("a"))[:-40], "damaged or locked"),
        ("x.odt", b"no zip", "damaged or locked"),
        ("x.pdf", b"%PDF-1.4 broken", "not an order form"),
        ("winmail.dat", b"", "Plain text"),
        ("x.rtf", b"", "a rich-text document"),
        ("x.ZIP", b"", "a packed file"),
    ],
)
def test_what_cannot_be_read_is_said_with_a_remedy(name: str, data: bytes, why: str) -> None:
    with pytest.raises(Unread, match=why):
        texts_of(name, data)


def test_what_holds_no_orders_is_left_alone() -> None:
    assert texts_of("photo.jpg", b"x") == ()
    assert texts_of("orders.html", b"<p>a") == ("a",)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("RESEND TURN 7", [("RESEND", "7", "", "")]),
        ("resend turn 7.", [("RESEND", "7", "", "")]),
        ("RESEND eridani turn 12/SHOOT/3 for Ilse", [("RESEND", "12/SHOOT/3", "eridani", "Ilse")]),
        ('RESEND "my game" turn new', [("RESEND", "new", "my game", "")]),
        ("please resend turn 7", [("RESEND", "7", "", "")]),
        ("Could you please re-send me the report of turn 7?", [("RESEND", "7", "", "")]),
        ("Can you resend my report for eridani turn 7, please", [("RESEND", "7", "eridani", "")]),
        ("please resend my report", []),
        ("I resend turn 7", []),
        ("> RESEND TURN 7", []),
        ("RESEND TURN 7\nRESEND TURN 7", [("RESEND", "7", "", "")]),
        ("ABSENT until turn 14", [("ABSENT", "14", "", "")]),
        ("ABSENT eridani till 14 for Ilse", [("ABSENT", "14", "eridani", "Ilse")]),
        ("ABSENT", [("ABSENT", "", "", "")]),
        ("ABSENT until yesterday", [("ABSENT", "", "", "")]),
        ("RESEND new", [("RESEND", "", "", "")]),
        ("CONFIRM: soon", [("CONFIRM", "", "", "")]),
        ("Absent friends are toasted", []),
        ("ABSENTEES come back", []),
        ("> ABSENT until yesterday", []),
        (f"ABSENT {'x' * 80}", [("ABSENT", "", "", "")]),
        (f"ABSENT {'x' * 81}", []),
        ("> > CONFIRM AAAA-BBBB-CCCC-DDDD", [("CONFIRM", "AAAA-BBBB-CCCC-DDDD", "", "")]),
        ("CONFIRM AAAA", [("CONFIRM", "", "", "")]),
        ("\n".join(f"RESEND TURN {n}" for n in range(20)), 10),
    ],
)
def test_requests(text: str, asked: list[tuple[str, str, str, str]] | int) -> None:
    found = requests_in(text)
    if isinstance(asked, int):
        assert len(found) == asked
    else:
        assert [(one.what, one.turn, one.campaign, one.player) for one in found] == asked


def test_a_line_of_a_sheet_asks_for_nothing() -> None:
    assert requests_in("x\nABSENT until turn 4\n", [range(2, 3)]) == ()
    assert requests_in("RESEND TURN 1\n", [range(2, 3)]) == (
        Request("RESEND", "1", line="RESEND TURN 1", number=1),
    )


def test_passes_beside_sheets() -> None:
    assert passes_in("PASS a\n  pass: b\n> PASS c\nPASS\nthe PASS d\nPASS a") == ("a", "b")


def test_a_mail_is_the_same_however_it_came() -> None:
    raw = letter("hello")
    key = read_mail(raw).key
    assert read_mail(b"Received: x\n" + raw).key == key
    assert read_mail(raw + b"\n").key == key
    assert read_mail(raw.replace(b"hello", b"hullo")).key != key
    assert read_mail(letter("hello", id="<2@example.org>")).key != key
    assert read_mail(letter("hello", id="")).key != read_mail(letter("hello", id="", date="")).key


@pytest.mark.parametrize(
    ("date", "came", "sent"),
    [
        ("2026-03-02T12:00:00Z", "2026-03-02T12:00:00Z", "2026-03-02T12:00:00Z"),
        ("2026-03-02T12:00:01Z", "2026-03-02T12:00:00Z", ""),
        ("2026-02-23T12:00:00Z", "2026-03-02T12:00:00Z", "2026-02-23T12:00:00Z"),
        ("2026-02-23T11:59:59Z", "2026-03-02T12:00:00Z", ""),
        ("", "2026-03-02T12:00:00Z", ""),
    ],
)
def test_when_a_date_is_believed(date: str, came: str, sent: str) -> None:
    assert sent_at(read_mail(letter("x", date=date)), came) == sent


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        ("Ilse <Ilse@EXAMPLE.org>", "Ilse@example.org"),
        ('"x@y, z" <a@b.example>', "a@b.example"),
        ("nobody", ""),
        ("a@b.example, c@d.example", "a@b.example"),
        ("<>", ""),
    ],
)
def test_who_sent_it(sender: str, address: str) -> None:
    raw = f"From: {sender}\nSubject: x\n\nhello\n".encode()
    assert read_mail(raw).sender == address


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"text/plain", b"text/html", b"multipart/mixed; boundary=b"]),
)
def test_any_bytes_are_a_mail(data: bytes, kind: bytes) -> None:
    for raw in (data, b"Content-Type: " + kind + b"\n\n--b\n" + data, b"From: " + data + b"\n\n"):
        assert read_mail(raw).size == len(raw)


@pytest.mark.parametrize(
    "line", ["RESEND turn 7 for a{}b", "ABSENT until 7 for a{}b", "CONFIRM{}b"]
)
def test_requests_with_long_rows_of_blanks(line: str) -> None:
    """Gone through for each place where words could end, this would take minutes."""
    text = f"{line.format(' ' * 370)}\n" * 20_000
    assert len(requests_in(text)) == (0 if "CONFIRM" in line else 1)


def test_of_ways_to_say_nothing_none_is_read() -> None:
    raw = (
        b"From: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n"
        b"--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: image/png\n\nx\n--b--\n"
    )
    assert read_mail(raw).texts == ()


def test_a_mail_of_more_parts_than_are_told_apart_is_not_taken_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b\n\nb\n--b--\n"
    monkeypatch.setattr(limits, "MOST_BOUNDARIES", 3)
    assert parsed(raw) is not None
    monkeypatch.setattr(limits, "MOST_BOUNDARIES", 2)
    assert parsed(raw) is None


def test_a_line_break_in_an_encoded_subject_is_a_blank() -> None:
    said = b64encode(b"turn 7\r\nrook  taken  sheet 1\x1b[2K").decode()
    raw = f"From: a@b.c\nSubject: =?utf-8?b?{said}?=\n\nhello\n".encode()
    subject = read_mail(raw).subject
    assert subject.startswith("turn 7 rook taken sheet 1") and "\x1b" not in subject
