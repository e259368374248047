"""The history of a run: an append-only file of requests and answers, written by one process.

Each request has a line when it is sent and one when its answer arrives. The order of the lines is the
real-time order that the checkers rely on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"
NEVER = 1 << 62  # the end of a request without an answer


@dataclass
class Operation:
    """A request about a subject (a game, a study, …) and what became of it.

    OK: acknowledged. REFUSED: the server said that nothing changed, or was never reached. UNKNOWN: no
    answer came, so it may or may not have happened, perhaps later. `begun` and `ended` are places in
    the history; the times are ms UTC.
    """

    subject: str
    kind: str
    body: dict[str, Any] = field(default_factory=dict)
    result: str = UNKNOWN
    answer: dict[str, Any] = field(default_factory=dict)
    begun: int = 0
    ended: int = NEVER
    sent_at: int = 0
    answered_at: int = 0

    def __str__(self) -> str:
        details = " ".join(f"{name}={value}" for name, value in self.body.items())
        return f"{self.kind} {details}".strip()


class History:
    """Writes a history to a file; counts what was acknowledged by kind."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)  # a killed run can be checked
        self._next = 0
        self.acknowledged: dict[str, int] = {}

    def send(self, subject: str, kind: str, **body: Any) -> int:
        """Record a request that is about to be sent; returns its number."""
        number = self._next
        self._next += 1
        line = {"id": number, "at": _now(), "subject": subject, "kind": kind, "body": body}
        self._write(line)
        return number

    def receive(self, number: int, kind: str, result: str, answer: dict[str, Any]) -> None:
        """Record what became of a request."""
        if result == OK:
            self.acknowledged[kind] = self.acknowledged.get(kind, 0) + 1
        self._write({"id": number, "at": _now(), "result": result, "answer": answer})

    def note(self, what: str, **details: Any) -> None:
        """Record a fault or another event that is not a request."""
        self._write({"note": what, "at": _now(), **details})

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def _now() -> int:
    return time.time_ns() // 1_000_000


def read_history(lines: Iterable[str]) -> list[Operation]:
    """The operations of a history, in the order in which they were sent."""
    found: dict[int, Operation] = {}
    for place, text in enumerate(lines):
        line = json.loads(text)
        if "note" in line:
            continue
        if "kind" in line:
            found[line["id"]] = Operation(
                line["subject"], line["kind"], line["body"], begun=place, sent_at=line["at"]
            )
        else:
            operation = found[line["id"]]
            operation.result, operation.answer = line["result"], line["answer"]
            operation.answered_at = line["at"]
            if operation.result != UNKNOWN:
                operation.ended = place
    return list(found.values())


def read_faults(lines: Iterable[str]) -> set[str]:
    """The faults that were injected in a history, besides kills."""
    notes = (json.loads(line) for line in lines if line.startswith('{"note"'))
    return {note["fault"] for note in notes if "fault" in note}


def by_subject(operations: Iterable[Operation]) -> Iterator[tuple[str, list[Operation]]]:
    """The operations of each subject, in order."""
    groups: dict[str, list[Operation]] = {}
    for operation in operations:
        groups.setdefault(operation.subject, []).append(operation)
    yield from groups.items()
