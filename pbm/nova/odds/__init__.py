"""How a space battle may end: the same battle fought many times, by the code that fights it."""
