"""Proof-number search: the df-pn solver, its goals, and an independent check of every proof."""

from parlour.search.proof.dfpn_search import solve

__all__ = ["solve"]
