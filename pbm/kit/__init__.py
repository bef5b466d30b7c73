"""Problems, text, TOML, tables and the clock: knows no game and no campaign."""
