"""Limits on what is read of a mail, so that none can take all memory or time."""

MOST_WHOLE = 60_000_000  # bytes of a mail, with photos that are left out
MOST_HEAD = 64_000  # bytes of a mail's header
MOST_OF_A_HEADER = 8_000  # characters of one line of it
MOST_PARTS = 100
MOST_DEPTH = 8  # multiparts and mails inside each other
MOST_BOUNDARIES = 2_000  # lines that may begin a part
MOST_TEXT = 400_000  # characters of all its texts together
MOST_SHEETS = 30
MOST_DOCX = 4_000_000  # bytes of a document's text, unpacked
MOST_DOCX_DEPTH = 60
