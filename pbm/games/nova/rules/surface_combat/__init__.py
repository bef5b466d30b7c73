"""Invasion, ground combat and planetside."""
