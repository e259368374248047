"""What a child process does for its parent: step aside, end with it, and stay within its limits."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import threading
import time
from pathlib import Path

STATM = Path("/proc/self/statm")  # this process's memory in pages, where the system tells it
LOWEST = 19  # niceness
PR_SET_PDEATHSIG = 1
LOOK = 0.5  # seconds between two looks whether the parent lives


def take_lowest_priority() -> None:
    """Run only while no other process wants the processor, as far as the system allows.

    Start such a process in its parent's session: Linux shares the processor between sessions first, and a
    session's one process gets all of its share, whatever its priority ("autogroup").
    """
    with contextlib.suppress(AttributeError, OSError):  # Windows
        os.nice(LOWEST)
    with contextlib.suppress(AttributeError, OSError):  # macOS, some containers
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def end_with(parent: int) -> None:
    """End this process soon after its parent, however that ends, unless it holds the interpreter's lock."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    if hasattr(os, "fork"):  # Windows does not say when a parent has ended
        threading.Thread(target=look, daemon=True).start()


def end_with_thread_of_parent() -> None:
    """End this process at once when the thread ends that started it, whatever it does; on Linux only."""
    with contextlib.suppress(OSError, TypeError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_processor(seconds: int) -> None:
    """End this process when it has used the processor for `seconds` more."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows, or a lower limit is set
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def limit_memory(megabytes: int) -> None:
    """Let this process allocate at most this much; more raises MemoryError."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, resource.RLIM_INFINITY))


def limit_strictly(seconds: int, megabytes: int, niceness: int) -> None:
    """End this process at `seconds` of processor time, and let it take only so much more address space."""
    with contextlib.suppress(AttributeError, OSError):  # Windows
        os.nice(niceness)
    with contextlib.suppress(ImportError):
        import resource

        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_CPU, seconds)
        with contextlib.suppress(OSError):  # macOS has no /proc
            pages = int(STATM.read_text(encoding="ascii").split()[0])
            _set_limit(resource.RLIMIT_AS, pages * resource.getpagesize() + (megabytes << 20))


def _set_limit(kind: int, most: int) -> None:
    import resource

    with contextlib.suppress(OSError, ValueError):  # a lower limit is set already
        resource.setrlimit(kind, (most, most))
