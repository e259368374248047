"""What every reading process needs, loaded once before they are forked: records and all games.

Importing this module does the work, because a fork server can only import.
"""

from __future__ import annotations

from contextlib import suppress

from parlour.errors import ParlourError
from parlour.table.files import running_no_files
from parlour.web.play import opened_record
from parlour.web.studies import position_editor_pages, study_reading

__all__ = ["opened_record", "position_editor_pages", "study_reading"]

# Texts for which the rules of all games are tried, some with many options.
FAMILIAR = ("a1 b2 c3 d4", "e2-e4 e7-e5")

with running_no_files():
    for text in FAMILIAR:
        with suppress(ParlourError):
            study_reading.guess_games(text)
