"""Logs as lines of JSON on standard error."""

from __future__ import annotations

import json
import logging
from typing import Any

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """Each record as one JSON object: time, level, logger, event, and extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _not_impatience(record: logging.LogRecord) -> bool:
    """Ctrl-C pressed twice ends the server at once; that is no error."""
    return "KeyboardInterrupt" not in record.getMessage()


class Sparing(logging.Filter):
    """Lets the same trouble through a few times a minute: what repeats must not fill the disk."""

    FEW = 5
    WHILE = 60.0  # seconds

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        key = (record.name, str(record.msg)[:200])
        since, count = self._seen.get(key, (record.created, 0))
        if record.created - since > self.WHILE:
            since, count = record.created, 0
        self._seen[key] = (since, count + 1)
        if count + 1 == self.FEW:
            record.more = "the same is not written again for a while"
        return count < self.FEW


def set_up(level: str) -> None:
    """Send what the server logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(_not_impatience)
    handler.addFilter(Sparing())
    for name in ("parlour.web", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
