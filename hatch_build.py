"""Make the README for package indexes, with links to the repository in place of relative links.

`$PARLOUR_REPOSITORY` has the repository's address when a package is built; without it links stay relative.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^]]*\])\((?!https?:|#)([^)]+)\)")


class Readme(MetadataHookInterface):
    """Sets the metadata field ``readme``."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README's text, with absolute links if the repository is known."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository = os.environ.get("PARLOUR_REPOSITORY", "").rstrip("/")
        if repository:
            text = LINK.sub(lambda link: _absolute(repository, *link.groups()), text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def _absolute(repository: str, picture: str, words: str, target: str) -> str:
    return f"{picture}{words}({repository}/{'raw' if picture else 'blob'}/main/{target})"
