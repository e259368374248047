"""Lessons: every one is done from beginning to end by the real rules."""
