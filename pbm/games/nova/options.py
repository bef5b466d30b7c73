"""The open questions of Nova that a campaign can settle, as options.toml has them."""

from pbm.engine.options import options_of

OPTIONS = options_of("pbm.games.nova")
