"""Makes grammar/*.tables.json: the tables of each game's order language."""

from __future__ import annotations

from lark import Transformer

from pbm.games.nova.orders.reading.reading import STARTS
from pbm.kit.assets import data_dir
from pbm.language.parser import LineParser
from pbm.language.table_cache import path_of

LANGUAGES: dict[str, tuple[str, ...]] = {"deltavee": (), "knighthawks": (), "nova": tuple(STARTS)}


def built(name: str) -> str:
    """The file of a language as it is made now."""
    return LineParser(name, Transformer(), *LANGUAGES[name], fresh=True).tables()


def main() -> None:
    """Write the files."""
    for name in LANGUAGES:
        path = path_of(data_dir("grammar"), name)
        path.write_text(built(name), encoding="utf-8")
        print(f"{path.name} is made anew")


if __name__ == "__main__":
    main()
