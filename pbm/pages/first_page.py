"""The first page of a PDF as a picture."""

import base64
from io import BytesIO

WIDTH = 460  # pixels
_COLOURS = 32


def first_page(pdf: bytes) -> str:
    """Draw the first page of a PDF as a PNG of `WIDTH` pixels; returns a data URL."""
    import pypdfium2  # slow to import, and only this picture needs it

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        drawn = page.render(scale=WIDTH / page.get_width()).to_pil()
    finally:
        document.close()
    held = BytesIO()
    drawn.convert("RGB").quantize(_COLOURS).save(held, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(held.getvalue()).decode()}"
