"""A play-by-mail turn processor: order sheets in, adjudicated turns and reports out."""
