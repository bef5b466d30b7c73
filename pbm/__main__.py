"""Runs the command line as `python -m pbm`."""

from __future__ import annotations

from pbm.cli import main

if __name__ == "__main__":
    main()
