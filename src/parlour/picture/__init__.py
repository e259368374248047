"""Pictures of positions: a game gives a scene, and one renderer for each medium draws all scenes."""
