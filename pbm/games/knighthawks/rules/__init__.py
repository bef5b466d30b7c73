"""The rules, one package a chapter of the book."""
