"""The web server: pages to play on, the HTTP interface, saved games."""
