"""The open questions of DeltaVee that a campaign can settle, as options.toml has them."""

from pbm.engine.options import options_of

OPTIONS = options_of("pbm.games.deltavee")
