"""What the lines of a sheet share: names, targets, conditions, parts, and the resolver."""
