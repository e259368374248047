"""Games in progress: rooms, clocks, live connections, and the pages and API of a game."""
