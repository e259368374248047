"""The browser parlour: a server on this machine, pages and boards to play on, games that are kept."""
