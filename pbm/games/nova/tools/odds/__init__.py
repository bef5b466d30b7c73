"""How a battle may end: fought many times by the code that fights it."""
