"""Turns a packet into HTML, PDF and a form to fill in."""
