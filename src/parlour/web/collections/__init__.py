"""Collections: files of many games, imported, listed and searched by position or pattern."""
