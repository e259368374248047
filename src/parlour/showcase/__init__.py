"""Games presented: the Game of the Month, and a dossier of a game to print."""
