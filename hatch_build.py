"""Makes the README that package indexes show: its relative links lead to the repository.

The repository's address is `$PARLOUR_REPOSITORY` when a package is built; without it links stay as they are.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^]]*\])\((?!https?:|#)([^)]+)\)")


class Readme(MetadataHookInterface):
    """Gives the metadata field ``readme``."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README's text, its pictures and links absolute where the repository is known."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository = os.environ.get("PARLOUR_REPOSITORY", "").rstrip("/")
        if repository:
            text = LINK.sub(lambda link: _absolute(repository, *link.groups()), text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def _absolute(repository: str, picture: str, words: str, target: str) -> str:
    return f"{picture}{words}({repository}/{'raw' if picture else 'blob'}/main/{target})"
