"""The command line. Importing it is cheap: a command imports what it needs when it runs."""

from __future__ import annotations

import io
import os
import sys
import warnings


def main() -> None:
    """Run the command line; user errors are printed on one line, with exit code 2."""
    from parlour.cli.command_line import app
    from parlour.errors import ParlourError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals that lack a character
    warnings.showwarning = _warn
    try:
        app()
    except ParlourError as error:
        _stop(str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        _stop(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning on one line."""
    print(f"parlour: {message}", file=sys.stderr)


def _stop(message: str) -> None:
    print(f"parlour: {message}", file=sys.stderr)
    sys.exit(2)
