"""How rules are written and compiled: primitives, records, boards, the loader and its cache."""
