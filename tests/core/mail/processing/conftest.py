"""What tests of mail that comes in share."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from tests.core.mail.post import ready


@pytest.fixture
def campaign(tiny_table: None, tmp_path: Path) -> Campaign:
    """A campaign of the tiny game that takes mail from a folder."""
    del tiny_table
    return ready(tmp_path)
