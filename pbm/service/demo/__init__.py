"""The demo: campaigns that come with the program, played again and shown."""
