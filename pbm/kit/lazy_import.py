"""Parts of a game that are loaded when they are first asked for: most commands need few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called."""

    def call(*args: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*args, **named)

    return call


class LateMapping(Mapping[str, Any]):
    """A mapping of a module that is imported when it is first looked into."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def _whole(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = getattr(import_module(self._module), self._name)
        return found

    def __getitem__(self, key: str) -> Any:
        return self._whole()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())
