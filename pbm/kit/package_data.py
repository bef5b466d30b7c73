"""Read the data files that lie beside a game's code.

The package says where they are. ``importlib.resources`` does the same for more kinds of
packages, but loads thirty modules at the start of every command.
"""

from importlib import import_module


def package_data(package: str, name: str) -> bytes:
    """The file of this name, with ``/`` for folders, in a package; OSError if there is none."""
    found = import_module(package).__spec__
    assert found is not None and found.origin is not None and found.loader is not None
    return found.loader.get_data(found.origin.removesuffix("__init__.py") + name)
