"""Web pages on this machine, over the same functions as the commands; they decide nothing."""
