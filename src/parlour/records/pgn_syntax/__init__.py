"""PGN's syntax (tags, movetext, comments, numbers), shared by the formats that use it."""
