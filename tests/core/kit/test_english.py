"""Sentences that speak to a reader, as sentences about somebody by name."""

from __future__ import annotations

import pytest

from pbm.kit.english import in_third_person


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("You pay 3 MCr.", "Rook pays 3 MCr."),
        ("You are fined.", "Rook is fined."),
        ("You may now spend what you received.", "Rook may now spend what they received."),
        ("You no longer hold it.", "Rook no longer holds it."),
        ("Your treasury is short; you borrow it.", "Rook's treasury is short; they borrow it."),
        ("You won.", "Rook won."),
        ("You destroyed it.", "Rook destroyed it."),
        ("Burnt as you ordered.", "Burnt as Rook ordered."),
        ("a ship of yours is at your home", "a ship of Rook's is at their home"),
        ("Your treasury is yours.", "Rook's treasury is theirs."),
        ("It surrenders to you, and B gives you 3.", "It surrenders to Rook, and B gives them 3."),
        ("B sends you", "B sends Rook"),
        ('"You pay" was not carried out.', '"You pay" was not carried out.'),
        ("A young alien", "A young alien"),
    ],
)
def test_a_sentence_for_a_reader_is_one_about_them(said: str, about: str) -> None:
    assert in_third_person(said, "Rook") == about
