"""Orders about other empires: permissions, exploration data, contacts."""
