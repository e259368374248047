"""What building a package adds: the README for package indexes, and the laboratory's findings.

`$PARLOUR_REPOSITORY` has the repository's address when a package is built; without it links stay relative.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^]]*\])\((?!https?:|#)([^)]+)\)")


SHIPPED = {
    "findings": "parlour/lab/shipped/findings",
    "docs/measurements/findings.md": "parlour/lab/shipped/findings.md",
}


class Findings(BuildHookInterface[Any]):
    """Adds the findings to a wheel; an editable installation reads them where they are."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the findings in a wheel."""
        if version == "standard":
            build_data["force_include"].update(SHIPPED)


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
