"""Recorded games in Parlour's own form, which has PGN's syntax: reading, writing, replaying."""

from __future__ import annotations

from parlour.records.reading import read
from parlour.records.record import SILENT, Record, heard_texts, result_text, seat_tag
from parlour.records.writing import write

__all__ = ["SILENT", "Record", "heard_texts", "read", "result_text", "seat_tag", "write"]
