"""Logs as lines of JSON on standard error."""

from __future__ import annotations

import json
import logging
from typing import Any

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """Each record as one JSON object: time, level, logger, event, and what was given beside it."""

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


def set_up(level: str) -> None:
    """Send what the server logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    for name in ("parlour.web", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
