"""Write docs/measurements/findings.md from findings/page.md and the reports: `python findings/write.py`.

It also writes the table of answers in docs/invent/findings.md. `parlour.lab.shipped_findings` has
the form of each finding. In the page a figure is a mark, the fields of its place in a report
separated by ``|``:

* ``{{REPORT|VARIANT|BUDGET|MEASURE}}``: its value and interval, as 41.3 (40.2 to 42.4);
* ``{{REPORT|VARIANT|BUDGET|TABLE|ROW}}``: the share in a row of a table; ``|points`` its score;
* ``{{REPORT|difference|ONE|OTHER|BUDGET|MEASURE}}``;
* ``{{…|value}}``, ``{{…|ends}}``, ``{{…|low}}``: one part of it; ``{{…|of 120}}``: divided by 120;
* ``{{=TEXT|FILE}}``: a figure that is in no report, and the file, seen from here, that gives it;
* ``{{answers REPORT}}``: the answers of a report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from math import floor
from pathlib import Path
from textwrap import wrap
from typing import Any

from parlour.lab.shipped_findings import read_findings

FOLDER = Path(__file__).parent
PAGE = FOLDER / "page.md"
WRITTEN = FOLDER.parent / "docs" / "measurements" / "findings.md"
TABLE = FOLDER.parent / "docs" / "invent" / "findings.md"
ROWS = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
MARK = re.compile(r"\{\{([^{}]+)\}\}")
FIGURE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?%(?! confidence| intervals)|(?<![\w.])\d+\.\d+")
WIDTH = 98
PARTS = re.compile(r"value|ends|low|of [0-9]+")

Place = tuple[str, ...]
Figure = dict[str, Any]  # value, low, high; and whether it is shown in per cent: share


def write(text: str) -> str:
    """Replace the marks by their figures; raise ValueError for a mark with no figure or several."""
    return "\n".join(_wrap(MARK.sub(lambda mark: _figure(mark[1]), text).split("\n")))


def _wrap(lines: Iterable[str]) -> Iterator[str]:
    """Break long lines, except those of tables."""
    for line in lines:
        item = re.match(r"> | *(?:\* )?", line)
        start = item[0] if item else ""
        indent = start if start == "> " else " " * len(start)
        if line.startswith("|") or len(line) <= WIDTH:
            yield line
        else:
            yield from wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def write_table(text: str, written: str) -> str:
    """Replace the table in a page by the answers of a written page of findings."""
    rows = ["| about | question | answer |", "|---|---|---|"]
    last = ""
    for finding in read_findings(written):
        about, last = ("" if finding.about == last else finding.about), finding.about
        rows.append(f"| {about} | {finding.question} | {finding.answer} |")
    return ROWS.sub(lambda _: "\n".join((*rows, "")), text)


def unmarked(text: str) -> list[str]:
    """Return the shares and decimal numbers of a page that are written without a mark."""
    return FIGURE.findall(re.sub(r"`[^`]*`|\]\([^)]*\)", "", MARK.sub("", text)))


def _figure(mark: str) -> str:
    if mark.startswith("answers "):
        return _answers(mark.partition(" ")[2])
    fields = mark.split("|")
    if mark.startswith("="):
        if not (FOLDER / fields[1]).is_file():
            raise ValueError(f"{mark}: there is no findings/{fields[1]}")
        return fields[0][1:]
    part = fields.pop() if PARTS.fullmatch(fields[-1]) else ""
    found = [figure for place, figure in _figures(fields[0]) if place == tuple(fields[1:])]
    if len(found) != 1:
        raise ValueError(f"{mark}: {len(found)} figures of {fields[0]} are so")
    return _words(found[0], part)


def _words(f: Figure, part: str) -> str:
    """Format a figure: shares in whole per cent, numbers from 100 on without decimals."""
    value, low, high = (f.get(key) for key in ("value", "low", "high"))
    share = f["share"]
    precise = abs(value) < 100 and any(x is not None and x % 1 for x in (value, low, high))
    if part.startswith("of "):
        return _number(value / int(part[3:]), True, precise)
    if part == "low":
        return f"{100 * low:.1f}%"
    shown = ("+" if "difference" in f and value > 0 else "") + _number(value, share, precise)
    if part == "value":
        return shown
    ends = " to ".join(_number(end, share, precise).removesuffix("%") for end in (low, high))
    return ends if part == "ends" else f"{shown} ({ends})"


def _number(value: float, share: bool, precise: bool) -> str:
    if share:
        return f"{floor(100 * value + 0.5)}%"
    return (f"{value:.1f}" if precise else f"{value:,.0f}").replace("-", "−")


@cache
def _figures(report: str) -> list[tuple[Place, Figure]]:
    """All figures of a report with their places."""
    return list(_in_report(json.loads((FOLDER / f"{report}.json").read_text(encoding="utf-8"))))


def _in_report(report: Any) -> Iterator[tuple[Place, Figure]]:
    shares = {}
    for arm in report["arms"]:
        place = (arm["variant"], arm["budget"])
        for measure in arm["measures"]:
            key, share = measure["measure"], measure["unit"].startswith("of ")
            shares[key] = share
            yield (*place, key), {**measure, "share": share}
        for table in arm["tables"]:
            for row in table["rows"]:
                yield (*place, table["title"], row["name"]), {**row["share"], "share": True}
                if "points" in row:
                    points = {**row["points"], "share": True}
                    yield (*place, table["title"], row["name"], "points"), points
    for c in report["comparisons"]:
        figure = {**c, "value": c["difference"], "share": shares.get(c["measure"], False)}
        yield ("difference", c["one"], c["other"], c["budget"], c["measure"]), figure


def _answers(name: str) -> str:
    """The answers of an experiment with declared questions, in the words of its report."""
    report = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    folder = "../../findings"
    head = f"* [Club players and a check]({folder}/{name}.toml), [figures]({folder}/{name}.json):"
    return "\n".join([head, *(f"    * {sentence}" for sentence in report["answer"])])


def main() -> None:
    written = write(PAGE.read_text(encoding="utf-8"))
    WRITTEN.write_text(written, encoding="utf-8")
    TABLE.write_text(write_table(TABLE.read_text(encoding="utf-8"), written), encoding="utf-8")


if __name__ == "__main__":
    main()
