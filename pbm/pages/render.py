"""Render templates to self-contained HTML, and to reproducible PDFs.

Only packaged templates are used, and an undefined name in one is an error; a PDF can load
nothing but the packaged fonts. WeasyPrint is imported when the first PDF is made; style sheets
and fonts are read once in a process.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import jinja2
import jinja2.bccache
from markupsafe import Markup

from pbm.dice.sealed import fingerprint, read_key
from pbm.kit import environment
from pbm.kit.assets import cache_dir, data_dir
from pbm.kit.problems import CampaignFault
from pbm.packets.correction import MOST_SHOWN
from pbm.packets.published import short_head
from pbm.pages.fonts import font_css, han_css, has_han, lock_fonts, shown, unobeyed
from pbm.pages.order_account import numbers_in
from pbm.pages.page_pieces import mark
from pbm.pages.pdf_elements import element_of, keep
from pbm.pages.pdf_pictures import prepare, without_pictures
from pbm.pages.pdf_tables import keep_tags, whole_over_pages
from pbm.pages.pdf_text import hasten, say_once
from pbm.pages.sheet_columns import sheet_columns
from pbm.pages.slideshow_script import player
from pbm.pages.tabbed_table import tabbed_table, tabbed_table_css
from pbm.pages.table_of_contents import looks_long, with_contents
from pbm.storage.atomic_files import put_file

# Colours by their names in the style sheets of templates/. On paper they are fixed; on a screen
# each is a variable, so that a dark screen can have others.
INKS = {
    "ink": "#1b1f24",
    "soft": "#4a5560",
    "line": "#c4ccd4",
    "ground": "#f3f5f7",
    "paper": "#ffffff",
    "accent": "#1b1f24",  # each game sets its own
}
_POLICY = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'"
# So many pages are laid out before their garbage is collected: boxes name each other, and a night
# of duels came to gigabytes.
_PAGES = 16
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
_SOURCE = re.compile(rb"/ID \[\(([0-9a-f]{64})\)")


def html(template: str, said: Mapping[str, Any]) -> str:
    """Render a template for the screen: one file that loads nothing.

    Its policy allows only the styles and scripts inside it, by their hashes.
    """
    text = _environment(for_print=False).get_template(template).render(said)
    text = with_contents(text, along=True)
    return text.replace("@@policy@@", policy(text), 1)


def policy(text: str, rules: str = _POLICY) -> str:
    """Write the Content-Security-Policy of a page: these rules, its own styles and scripts."""
    allowed = [rules]
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        found = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        hashes = sorted({base64.b64encode(hashlib.sha256(one.encode()).digest()) for one in found})
        allowed += [kind + "".join(f" 'sha256-{one.decode()}'" for one in hashes)] if hashes else []
    return "; ".join(allowed)


def pdf(
    template: str,
    said: Mapping[str, Any],
    made: datetime,
    attached: Mapping[str, bytes] | None = None,
    *,
    paper: str = "a4",
    kept: bytes = b"",
    forms: bool = False,
) -> bytes:
    """Render a template as a tagged PDF; ``attached`` files go inside it.

    ``kept`` is a PDF made earlier: if it was made from the same source, it is returned as it is.
    With ``forms`` its fields can be filled in.
    """
    text = print_html(template, said)
    return printed(text, made, attached, paper=paper, kept=kept, forms=forms)


def printed(
    text: str,
    made: datetime,
    attached: Mapping[str, bytes] | None = None,
    *,
    paper: str = "a4",
    kept: bytes = b"",
    forms: bool = False,
) -> bytes:
    """Make the PDF of a page rendered for printing, as ``pdf`` does."""
    attached = attached or {}
    source = _source(text, made, attached, paper, forms)
    if source_of(kept) == source:
        return kept
    press = _press(han=has_han(text))
    return press.print(text, made, attached, paper=paper, forms=forms, source=source)


def source_of(data: bytes) -> str:
    """Read the hash of its source from a PDF of this program; "" for another."""
    found = _SOURCE.search(data)
    return found[1].decode() if found else ""


def _source(
    text: str, made: datetime, attached: Mapping[str, bytes], paper: str, forms: bool
) -> str:
    """Hash everything that a PDF's bytes depend on."""
    parts = {
        "text": hashlib.sha256(text.encode()).hexdigest(),
        "made": made.isoformat(),
        "attached": {name: hashlib.sha256(data).hexdigest() for name, data in attached.items()},
        "paper": paper,
        "forms": forms,
        "given": _given(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@cache
def _given() -> dict[str, str]:
    """List what a PDF depends on besides its page: styles, fonts, library versions."""
    folder = data_dir("templates")
    files = [folder / "print.css", folder / "elements.css", *sorted((folder / "fonts").iterdir())]
    found = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}
    return found | dict(environment.recorded())


def print_html(template: str, said: Mapping[str, Any]) -> str:
    """Render a template for printing."""
    return _environment(for_print=True).get_template(template).render(said)


class _Templates(jinja2.FileSystemLoader):
    """The folder templates/; a template that a game lacks is taken from plain/, else from here."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Give the text of a template, its file, and a check for changes."""
        name = template.rpartition("/")[2]
        for place in (template, f"plain/{name}"):
            with suppress(jinja2.TemplateNotFound):
                return super().get_source(environment, place)
        return super().get_source(environment, name)


class _Compiled(jinja2.BytecodeCache):
    """Templates as they were compiled once, each with the digest of its text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Give what was kept; nothing if that is damaged."""
        with suppress(Exception):  # the bytes may be anything
            bucket.bytecode_from_string((self.folder / bucket.key).read_bytes())

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep a template where that is possible."""
        with suppress(CampaignFault):
            put_file(self.folder / bucket.key, bucket.bytecode_to_string(), 0o600)


def _compiled(*, for_print: bool) -> _Compiled | None:
    """What keeps the templates of these pages, as this version of Jinja compiles them."""
    place = cache_dir()
    kind = "print" if for_print else "screen"
    return _Compiled(place / f"jinja2-{version('jinja2')}-{kind}") if place else None


@cache
def _environment(*, for_print: bool) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=_Templates(data_dir("templates")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable if for_print else _readable,
        bytecode_cache=_compiled(for_print=for_print),
    )
    environment.globals["for_print"] = for_print
    environment.globals["player"] = player
    environment.globals["most_changes"] = MOST_SHOWN
    environment.globals["tabbed_table"] = tabbed_table
    environment.globals["piece"] = mark if for_print else lambda *_open: ""
    environment.globals["sheet_columns"] = sheet_columns
    environment.globals["c"] = INKS if for_print else {name: f"var(--{name})" for name in INKS}
    environment.globals["inks"] = INKS
    environment.filters["numbers_in"] = numbers_in
    environment.filters["short_head"] = short_head
    environment.filters["fingerprint"] = lambda text: fingerprint(read_key(text))
    return environment


def _printable(value: Any) -> Any:
    """Limit text and pictures to the characters of the packaged fonts."""
    if isinstance(value, Markup):
        return Markup(shown(value))
    return shown(value) if isinstance(value, str) else value


def _readable(value: Any) -> Any:
    """Remove characters that turn or hide their neighbours from text and pictures."""
    if not isinstance(value, str) or value.isprintable():
        return value
    return Markup(unobeyed(value)) if isinstance(value, Markup) else unobeyed(value)


def _finished(document: Any, pdf: Any) -> None:
    whole_over_pages(document, pdf)
    say_once(pdf)


@cache
def _press(*, han: bool = False) -> _Press:
    return _Press(han=han)


class _Press:
    """WeasyPrint with the packaged fonts and style sheets; it can load nothing else."""

    def __init__(self, *, han: bool) -> None:
        lock_fonts()
        import weasyprint  # slow to import, and only pages need it
        from cssselect2 import ElementWrapper
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        class OnlyFonts(URLFetcher):  # type: ignore[misc]
            """Reads data URLs and files inside one folder; refuses everything else."""

            def __init__(self, root: Path) -> None:
                super().__init__(
                    allowed_protocols=("file", "data"), allow_redirects=False, fail_on_errors=True
                )
                self.root = root.resolve()

            def fetch(self, url: str, headers: Any = None) -> Any:
                parts = urlsplit(url)
                if parts.scheme == "data":
                    return super().fetch(url, headers)
                path = Path(url2pathname(parts.path)).resolve()
                if parts.scheme != "file" or not path.is_relative_to(self.root):
                    raise ValueError(f"refused: {url}")
                return super().fetch(path.as_uri(), headers)

        elements = weasyprint.CSS(filename=data_dir("templates") / "elements.css")

        class Page(weasyprint.HTML):  # type: ignore[misc]
            """A page whose elements look as elements.css has them; forms as WeasyPrint has them."""

            def __init__(self, text: str, fetcher: Any) -> None:
                self.base_url, self.url_fetcher, self.media_type = None, fetcher, "print"
                self.etree_element = element_of(text)
                self.wrapper_element = ElementWrapper.from_html_root(self.etree_element)

            def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
                return list(super()._ua_stylesheets(forms)) if forms else [elements]

        self._page = Page
        self._weasyprint = weasyprint
        self._fetcher = OnlyFonts(data_dir("templates") / "fonts")
        self._fonts = FontConfiguration()
        hasten()
        self._pictures = prepare()
        keep()
        keep_tags()
        for url in (font_css(), han_css()) if han else (font_css(),):
            weasyprint.CSS(url=url, url_fetcher=self._fetcher, font_config=self._fonts)
        self._given = (data_dir("templates") / "print.css").read_text("utf-8") + tabbed_table_css()
        self._styles = cache(self._css)
        self._since = 0  # pages since garbage was collected

    def _css(self, style: str, paper: str) -> Any:
        """Read the style of a page with the press's own; the page's goes before."""
        own = f"{self._given} @page {{ size: {paper} }}"
        text = f"@layer press {{ {own} }} {style}"
        return self._weasyprint.CSS(string=text, font_config=self._fonts)

    def print(
        self,
        text: str,
        made: datetime,
        attached: Mapping[str, bytes],
        *,
        paper: str = "a4",
        forms: bool = False,
        source: str = "",
    ) -> bytes:
        """Make the PDF of an HTML text, with contents if it is long; it is laid out once.

        ``source``, a hash of what it is made from, becomes its identifier.
        """
        text = with_contents(text) if looks_long(text) else text
        document = self._laid_out(text, paper, forms)
        target = BytesIO()
        document.write_pdf(
            target,
            attachments=self._attachments(made, attached),
            finisher=_finished,
            pdf_variant="pdf/ua-1",
            pdf_forms=forms,
            pdf_identifier=source.encode() if source else None,
        )
        self._since += len(document.pages)
        del document
        if self._since >= _PAGES:
            gc.collect()
            self._since = 0
        return target.getvalue()

    def _laid_out(self, text: str, paper: str, forms: bool) -> Any:
        styles = "".join(_STYLE.findall(text))
        rest, pictures = without_pictures(_STYLE.sub("", text))
        return self._page(rest, self._fetcher).render(
            stylesheets=[self._styles(styles, paper)],
            font_config=self._fonts,
            pdf_variant="pdf/ua-1",
            pdf_forms=forms,
            cache=self._pictures(pictures, self._fonts),
        )

    def _attachments(self, made: datetime, attached: Mapping[str, bytes]) -> list[Any]:
        return [
            self._weasyprint.Attachment(
                string=data,
                name=name,
                description=name,
                relationship="Data",
                created=made,
                modified=made,
            )
            for name, data in attached.items()
        ]
