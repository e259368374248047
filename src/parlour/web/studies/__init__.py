"""Studies: annotated games that several people view and edit; the position editor."""
