"""Boards of the draughts set for tests, from the squares' names."""


def board(**pieces: str) -> str:
    """The BOARD field: board(c3="M") has a man of South's on c3 and nothing else."""
    rows = [[pieces.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(8, 0, -1)]
    return "/".join("".join(row) for row in rows)
