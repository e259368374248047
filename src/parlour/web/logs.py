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


def _not_impatience(record: logging.LogRecord) -> bool:
    """Ctrl-C pressed twice ends the server at once; that is no error."""
    return "KeyboardInterrupt" not in record.getMessage()


def set_up(level: str) -> None:
    """Send what the server logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    handler.addFilter(_not_impatience)
    for name in ("parlour.web", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
