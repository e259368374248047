"""Logging: one JSON object a line on standard error."""

from __future__ import annotations

import json
import logging
from typing import Any

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JSONLines(logging.Formatter):
    """Formats a record as a JSON object: time, level, logger, event and the `extra` fields."""

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


def _is_no_interrupt(record: logging.LogRecord) -> bool:
    """Whether a record is worth logging: pressing Ctrl-C twice is no error."""
    return "KeyboardInterrupt" not in record.getMessage()


class RepeatLimit(logging.Filter):
    """Drops a warning that repeats often, so that it does not fill the disk."""

    MOST = 5
    PERIOD = 60.0  # seconds

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record."""
        if record.levelno < logging.WARNING:
            return True
        key = (record.name, str(record.msg)[:200])
        since, count = self._seen.get(key, (record.created, 0))
        if record.created - since > self.PERIOD:
            since, count = record.created, 0
        self._seen[key] = (since, count + 1)
        if count + 1 == self.MOST:
            record.more = "further repeats are dropped for a minute"
        return count < self.MOST


def set_up(level: str) -> None:
    """Send the server's log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JSONLines())
    handler.addFilter(_is_no_interrupt)
    handler.addFilter(RepeatLimit())
    for name in ("parlour.web", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
