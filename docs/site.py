"""What the documentation site needs besides its pages: the README as its front page, and linked files.

A page may link to any file of the repository, as ``../findings/chainn.toml``; the site has a copy of it, and
beside the figures of a finding, ``../findings/chainn.json``, the page that is made of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from parlour.lab.report import kept_page

ROOT = Path(__file__).parents[1]
OUTSIDE = re.compile(r"\]\(\.\./([^)#]+)")
COPIES = "repository"
FIGURES = re.compile(r"findings/(?:declared/)?[a-z-]+\.json")
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
}


def on_files(files: Files, config: Any) -> Files:
    """Add the front page and a copy of every file that a page links to."""
    pages = [file for file in files.documentation_pages() if file.abs_src_path]
    texts = [Path(str(page.abs_src_path)).read_text(encoding="utf-8") for page in pages]
    for source, page in PAGES.items():
        texts.append(_led((ROOT / source).read_text(encoding="utf-8")))
        files.append(File.generated(config, page, content=texts[-1]))
    linked = {target for text in texts for target in OUTSIDE.findall(text)}
    for target in sorted(linked):
        if (ROOT / target).is_file():
            copy = File.generated(config, f"{COPIES}/{target}", abs_src_path=str(ROOT / target))
            files.append(copy)
            if FIGURES.fullmatch(target):
                page = kept_page((ROOT / target).read_text(encoding="utf-8"), target)
                address = f"{COPIES}/{target.removesuffix('.json')}.html"
                files.append(File.generated(config, address, content=page))
    return files


def _led(text: str) -> str:
    """A page of the repository's root as a page of the site: its links lead to pages or to copies."""
    for source, page in PAGES.items():
        text = text.replace(f"]({source})", f"]({page})")
    pages = "|".join(map(re.escape, PAGES.values()))
    text = re.sub(rf"\]\((?!http|docs/|#|(?:{pages})\))", "](../", text)
    return text.replace("](docs/", "](")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links out of the folder to the copies; a folder is named, not linked."""
    up = "../" * page.file.src_uri.count("/")

    def lead(match: re.Match[str]) -> str:
        copy = f"]({up}{COPIES}/{match[1]}"
        if FIGURES.fullmatch(match[1]):
            copy += f"), [page]({up}{COPIES}/{match[1].removesuffix('.json')}.html"
        return copy

    plain = re.sub(r"\[([^]]+)\]\(\.\./([^)#.]+)\)", r"\1", markdown)
    return OUTSIDE.sub(lead, plain)
