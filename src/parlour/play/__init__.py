"""A game in progress as a value, for any front end: no server, database or terminal is known here."""
