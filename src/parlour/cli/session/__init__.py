"""Playing a game in the terminal: prompt, commands, view, saved games."""
