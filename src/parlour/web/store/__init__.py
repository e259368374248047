"""The database: schema, writer thread, stored games, export, notifications between servers."""
