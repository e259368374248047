"""Deprecated name of `parlour.kernel.primitives`, for game files written for version 0.1."""

from parlour.kernel.primitives import *  # noqa: F403
