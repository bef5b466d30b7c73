"""Runs the command line as `python -m pbm`."""

import sys

if __name__ == "__main__":
    try:
        from pbm.cli.main import main
    except KeyboardInterrupt:  # while Python still reads the modules; nothing was begun
        sys.exit(130)
    main()
