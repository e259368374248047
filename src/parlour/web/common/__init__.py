"""What several rooms of the server share: the game registry, board drawings, secrets, mail."""
