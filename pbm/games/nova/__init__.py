"""Nova: a strategic game of empires, systems joined by warp lines, and ship designs."""
