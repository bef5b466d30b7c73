"""The order language: what a sheet may say, how it is checked and printed."""
