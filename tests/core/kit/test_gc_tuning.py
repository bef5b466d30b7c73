"""Garbage is looked for seldom inside, and afterwards as it was before."""

from __future__ import annotations

import gc

import pytest

from pbm.kit.gc_tuning import SELDOM, rare_collections


def test_what_was_set_comes_back_after_a_fault_too() -> None:
    before = gc.get_threshold()
    with rare_collections():
        with pytest.raises(ValueError, match="a fault"), rare_collections():
            raise ValueError("a fault")
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == before != SELDOM


def test_it_is_a_decorator_as_often_as_it_is_called() -> None:
    @rare_collections()
    def inside() -> tuple[int, int, int]:
        return gc.get_threshold()

    before = gc.get_threshold()
    assert [inside(), inside()] == [SELDOM, SELDOM]
    assert gc.get_threshold() == before


def test_what_another_part_froze_stays_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError

    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    monkeypatch.setattr(gc, "freeze", never)
    monkeypatch.setattr(gc, "unfreeze", never)
    before = gc.get_threshold()
    with rare_collections():
        pass
    assert gc.get_threshold() == before
