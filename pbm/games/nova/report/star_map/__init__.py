"""The star map."""
