"""Bots on the server: worker processes, fair scheduling between clients, warm-up of compiled code."""
