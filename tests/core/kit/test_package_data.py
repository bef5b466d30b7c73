"""Files beside the code of a package."""

import pytest

from pbm.kit.package_data import package_data


def test_a_file_is_read_as_its_bytes() -> None:
    assert package_data("pbm.games.nova", "options.toml").startswith(b"#")


def test_a_file_in_a_folder_of_the_package() -> None:
    assert b"columns" in package_data("pbm.games.nova", "tables/abbreviations.toml")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(OSError, match="none"):
        package_data("pbm.games.nova", "none.toml")
