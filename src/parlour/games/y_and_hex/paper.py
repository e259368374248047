"""The standing Y board for the workshop: a board with holes, stands, feet, two-coloured pills."""

from __future__ import annotations

from functools import partial

from parlour.games.y_and_hex.standing import StandingBoard
from parlour.table.game import Game
from parlour.table.paper import ModelFile


def models(game: Game) -> tuple[ModelFile, ...]:
    """Files for a printer and a cutter; Hex has none."""
    if game.id != "y":
        return ()
    size = int(str(game.options["size"].default))
    board = StandingBoard(int(str(game.chosen.get("size", size))))
    cells = board.size * (board.size + 1) // 2
    wide = f"{board.width:.0f}"
    return (
        ModelFile("board.stl", f"the board, {wide} mm wide, with {cells} holes", board.board_stl),
        ModelFile("stand.stl", "a stand; print two, and slide the board in", board.stand_stl),
        ModelFile("foot.stl", "a foot for the board lying flat; print three", board.foot_stl),
        ModelFile(
            "pill-white.stl", f"half a pill; {cells} in white", partial(board.pill_stl, "white")
        ),
        ModelFile(
            "pill-black.stl", f"its other half; {cells} in black", partial(board.pill_stl, "black")
        ),
        ModelFile("board.svg", "cut lines for a laser: board, stands and feet", board.cut_file),
    )
