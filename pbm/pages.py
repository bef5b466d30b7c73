"""From a template to HTML that stands alone and to a PDF that is the same bytes every time.

Templates come from the package alone and are strict; the PDF can fetch nothing but the
packaged fonts. WeasyPrint is imported when the first PDF is made; its style sheets and fonts
are read once a process.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import jinja2
from markupsafe import Markup

from pbm.assets import data_dir
from pbm.fonts import font_css, lock_fonts, shown
from pbm.player import player


def html(template: str, said: Mapping[str, Any]) -> str:
    """The page of a template for reading on a screen: one file that loads nothing."""
    return _environment(for_print=False).get_template(template).render(said)


def pdf(
    template: str,
    said: Mapping[str, Any],
    made: datetime,
    attached: Mapping[str, bytes] | None = None,
) -> bytes:
    """The page of a template as a tagged PDF; ``attached`` files go inside it."""
    return _press().print(print_html(template, said), made, attached or {})


def print_html(template: str, said: Mapping[str, Any]) -> str:
    """The page of a template as it goes to the press."""
    return _environment(for_print=True).get_template(template).render(said)


@cache
def _environment(*, for_print: bool) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable if for_print else None,
    )
    environment.globals["for_print"] = for_print
    environment.globals["player"] = player
    return environment


def _printable(value: Any) -> Any:
    """Text and pictures in the characters of the packaged fonts."""
    if isinstance(value, Markup):
        return Markup(shown(value))
    return shown(value) if isinstance(value, str) else value


@cache
def _press() -> _Press:
    return _Press()


class _Press:
    """WeasyPrint with the packaged fonts, style sheets and a fetcher that reads nothing else."""

    def __init__(self) -> None:
        lock_fonts()
        import weasyprint  # slow to import, and needed for pages alone
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        class OnlyFonts(URLFetcher):  # type: ignore[misc]
            """Reads data URLs and files below one folder; refuses everything else."""

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

        self._weasyprint = weasyprint
        self._fetcher = OnlyFonts(data_dir("templates") / "fonts")
        self._fonts = FontConfiguration()
        self._styles = [
            weasyprint.CSS(url=font_css(), url_fetcher=self._fetcher, font_config=self._fonts),
            weasyprint.CSS(
                string=(data_dir("templates") / "print.css").read_text(encoding="utf-8"),
                font_config=self._fonts,
            ),
        ]

    def print(self, text: str, made: datetime, attached: Mapping[str, bytes]) -> bytes:
        """The PDF of an HTML text."""
        page = self._weasyprint.HTML(
            string=text, url_fetcher=self._fetcher, base_url=None, media_type="print"
        )
        attachments = [
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
        found: bytes = page.write_pdf(
            stylesheets=self._styles,
            font_config=self._fonts,
            attachments=attachments,
            pdf_variant="pdf/ua-1",
        )
        return found
