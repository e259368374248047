"""Hooks of the documentation site: its front page is the README, and linked files are copied into it.

A page may link to any file of the repository, as ``../../findings/page.md``. The site gets a copy of
the file, and for the figures of a finding, ``../../findings/questions/chainn-deals.json``, also the
page made from them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from parlour.lab.report import kept_page

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\[([^]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)")
COPIES = "repository"
FIGURES = re.compile(r"findings/questions/[a-z-]+\.json")
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "SECURITY.md": "security.md",
}
SOURCES = {page: source for source, page in PAGES.items()}


def on_files(files: Files, config: Any) -> Files:
    """Add the root's pages and a copy of every file that a page links to."""
    texts = {}
    for page in files.documentation_pages():
        if page.abs_src_path:
            texts[f"docs/{page.src_uri}"] = Path(page.abs_src_path).read_text(encoding="utf-8")
    for source, page in PAGES.items():
        texts[source] = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=texts[source]))
    linked = {
        target
        for source, text in texts.items()
        for _, link, _ in LINK.findall(text)
        if not (target := _target(source, link)).startswith("docs/") and target not in PAGES
    }
    for target in sorted(linked):
        path = ROOT / target
        if not path.is_file():
            continue
        files.append(File.generated(config, f"{COPIES}/{target}", abs_src_path=str(path)))
        if FIGURES.fullmatch(target):
            content = kept_page(path.read_text(encoding="utf-8"), target)
            files.append(File.generated(config, _figures_page(target), content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links out of docs/ at the copies; a folder has none and is named only."""
    address = page.file.src_uri
    source = SOURCES.get(address, f"docs/{address}")
    here = os.path.dirname(address)

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], _target(source, match[2]), match[3] or ""
        if target in PAGES:
            goal = PAGES[target]
        elif target.startswith("docs/"):
            goal = target.removeprefix("docs/")
        elif (ROOT / target).is_file():
            goal = f"{COPIES}/{target}"
        else:
            return words
        linked = f"[{words}]({os.path.relpath(goal, here)}{anchor})"
        if FIGURES.fullmatch(target):
            linked += f", [page]({os.path.relpath(_figures_page(target), here)})"
        return linked

    return LINK.sub(link, markdown)


def _target(source: str, link: str) -> str:
    """The linked file, from the repository's root."""
    return os.path.normpath(os.path.join(os.path.dirname(source), link))


def _figures_page(target: str) -> str:
    return f"{COPIES}/{target.removesuffix('.json')}.html"
