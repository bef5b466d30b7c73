"""Make the tables of the order languages, so that an installed wheel need not (a hatch hook)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GrammarTables(BuildHookInterface[Any]):
    """Puts grammar/*.tables.json beside each grammar before a wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make the files; hatch finds them by their names."""
        sys.path.insert(0, self.root)
        from pbm.language.parse_tree import NodeTransformer
        from pbm.language.parser import LineParser
        from pbm.language.table_cache import path_of, text_of

        folder = Path(self.root) / "grammar"
        for settings in sorted(folder.glob("*.toml")):
            made = LineParser(settings.stem, NodeTransformer(), fresh=True)
            path_of(folder, settings.stem).write_text(text_of(made.tables), encoding="utf-8")
