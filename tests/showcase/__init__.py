"""Tests of the Game of the Month and of dossiers."""
