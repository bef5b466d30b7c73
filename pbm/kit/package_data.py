"""Read the data files that lie beside a game's code."""

from pkgutil import get_data


def package_data(package: str, name: str) -> bytes:
    """The file of this name, with ``/`` for folders, in a package; OSError if there is none.

    ``importlib.resources`` would load thirty modules for this at the start of every command.
    """
    found = get_data(package, name)
    assert found is not None  # every loader of packages with files can read them
    return found
