"""Where Parlour saves what a person makes with it: games, tables, experiments, weights."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """``$PARLOUR_DATA``, or the user's data folder."""
    return Path(os.environ.get("PARLOUR_DATA") or platformdirs.user_data_dir("parlour"))
