"""The commands of a session, beside moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.table import Table
from rich.text import Text

from parlour.cli.background_work import ReportProgress, UserLeft
from parlour.cli.catalogue_commands import options_table, print_rules
from parlour.cli.session.move_matching import FEW, continuations, group_moves
from parlour.cli.session.opponents import make_bot, recorded_players
from parlour.cli.session.prompt import list_moves
from parlour.cli.session.saved_games import Autosave
from parlour.cli.session.session import Command, Session
from parlour.kernel.layout import CHANCE
from parlour.matches.series import next_table
from parlour.play.conduct import ADVISER, agrees_to_draw
from parlour.play.game_in_progress import PERSON
from parlour.players import Advice
from parlour.players.kinds import suggestions
from parlour.records import first
from parlour.records import save as save_record
from parlour.table.familiar_moves import (
    familiar_hooks,
    understand_move,
    written_line,
    written_move,
)
from parlour.table.player import has_few_moves, unlisted_move

PAGE = 300  # moves listed at once; of more, only their beginnings
LINE = 8  # moves shown of an expected line


def show_help(session: Session, argument: str) -> None:
    table = Table.grid(padding=(0, 3, 0, 0))
    for name, command in COMMANDS.items():
        table.add_row(Text(name, "bold"), command.help)
    session.out.print("Type a move as in the rules; Tab completes it. Or type a command:")
    session.out.print(table)


def show_moves(session: Session, argument: str) -> None:
    if not has_few_moves(session.state):
        show_some_moves(session)
        return
    legal = session.state.moves()
    if not argument and familiar_hooks(session.state.game):
        written = [written_move(session.state, move) for move in legal]
        list_moves(session.out, dict.fromkeys(written, 1))
    elif argument:
        list_moves(session.out, continuations(argument, legal))
    elif len(legal) <= FEW or len(group_moves(legal)) == len(legal):
        list_moves(session.out, dict.fromkeys(legal, 1))
    elif len(legal) > PAGE:
        session.out.print(
            f"There are {len(legal):,}; type `moves` and a beginning to list some.", style="dim"
        )
        list_moves(session.out, continuations("", legal))
    else:
        table = Table.grid(padding=(0, 2, 0, 0))
        for first, moves in group_moves(legal).items():
            table.add_row(Text(first, "dim"), Text("  ".join(moves)))
        session.out.print(table)


def show_some_moves(session: Session) -> None:
    """Print some of very many moves."""
    state = session.state
    count = state.game.plain.rules.count_moves(state.record, [])
    session.out.print(f"There are {count:,}, too many to list; for example:", style="dim")
    some = {unlisted_move(state, session.rng) for _ in range(FEW)}
    list_moves(session.out, dict.fromkeys(sorted(some), 1))


def hint(session: Session, argument: str) -> None:
    found = advice(session)
    if found is None:
        return
    reason = found.verdict(session.state) or found.words
    move = written_move(session.state, found.move)
    session.out.print(Text.assemble("A good move is ", (move, "bold"), (f"  {reason}", "dim")))
    if argument != "line":
        session.show_cells(session.state.move(found.move).cells)
        return
    if len(found.line) > 1:
        line = written_line(session.state, found.line[:LINE])
        session.out.print(Text(f"Then perhaps {' '.join(line[1:])}", "dim"))
    session.out.print(Text(found.words, "dim"))


def advice(session: Session) -> Advice | None:
    """The advice of the game's best player after a second; None if no player is to move."""
    state = session.state.copy()
    if state.turn is None or state.turn == CHANCE:
        return None
    seed = session.rng.getrandbits(31)

    def advise(report: ReportProgress) -> Advice:
        return make_bot(ADVISER, state.game, seed).advise(state, report)

    return session.wait("Looking for a good move…", advise)


def undo(session: Session, argument: str) -> None:
    offer = session.game.undo_offer(session.people)
    if session.game.is_revealed and not session.lines.agree(
        "The game has ended and hidden information is revealed. Do all agree to play on?"
    ):
        return
    session.carry_out(offer)


def take(session: Session, argument: str) -> None:
    state = session.state
    if state.turn is None or state.turn == CHANCE:
        return
    ready = suggestions(state, session.rng.getrandbits(31))
    if argument in ready:
        session.play(*ready[argument])
    elif ready:
        session.out.print(f"Type take NAME, with one of {', '.join(ready)}.", style="yellow")
    else:
        session.out.print("There is no ready-made set-up here.", style="yellow")


def show_board(session: Session, argument: str) -> None:
    session.show()


def flip(session: Session, argument: str) -> None:
    session.at = replace(session.at, flip=not session.at.flip)
    session.show()


def names(session: Session, argument: str) -> None:
    session.at = replace(session.at, names=not session.at.names)
    session.show()


def rules(session: Session, argument: str) -> None:
    width = min(session.out.width, 88)
    print_rules(session.out, session.state.game)
    session.out.print(options_table(session.state.game), width=width)


def position(session: Session, argument: str) -> None:
    session.out.print(session.state.view(session.curtain.seat), soft_wrap=True, markup=False)


def save(session: Session, argument: str) -> None:
    if not argument:
        session.out.print("Save to which file? For example: save my-game.pgn", style="yellow")
        return
    path = Path(argument).expanduser()
    known = path == session.autosave.path or path in session.saved_to
    if path.exists() and not known and not session.lines.agree(f"{path} exists. Overwrite it?"):
        return
    save_record(path, [session.record()])
    session.saved_to.add(path)
    session.out.print(Text(f"Saved to {path}", "dim"))
    session.warn_of_file()


def load(session: Session, argument: str) -> None:
    if not argument:
        session.out.print("Load which file? For example: load my-game.pgn", style="yellow")
        return
    record, notices = first(Path(argument).expanduser())
    state = record.end()
    players = recorded_players(record) or fit_players(session.players, state.game.seats)
    setup = replace(session.setup, players=players, file=record.tags.get("File"))
    session.sit_down(state, setup, Autosave.new(state.game.id))
    for notice in notices:
        session.out.print(Text(notice, "dim"))
    session.save()
    session.show()


def fit_players(players: list[str], seats: int) -> list[str]:
    """The same players for a game with another number of seats."""
    bots = [who for who in players if who != PERSON] or [PERSON]
    return (players + bots * seats)[:seats]


def play_next_table(session: Session, argument: str) -> None:
    game = next_table(session.state.game, session.outcome, argument or "all")
    session.sit_down(game.start(), session.setup, Autosave.new(game.id))
    session.show()


def resign(session: Session, argument: str) -> None:
    turn = session.game.seat_to_move(session.people)
    name = session.seat_names[turn]
    if not session.lines.agree(f"{name} resigns?"):
        return
    session.resign(turn)
    if session.outcome is None:
        session.out.print(f"{name} resigns; a bot plays on for {name}.")
        if not session.people:
            raise UserLeft


def draw(session: Session, argument: str) -> None:
    game = session.game
    offer = game.draw_offer({game.seat_to_move(session.people)})
    session.curtain.close()
    for seat, name in enumerate(session.seat_names):
        if seat == offer.seat:
            continue
        agrees = ask_person(session, name) if session.is_person(seat) else ask_bots(session)
        if not agrees:
            session.out.print(f"{name} plays on.")
            return
    session.carry_out(offer)


def claim(session: Session, argument: str) -> None:
    session.claim(session.people, understand_move(session.state, argument) if argument else None)


def ask_person(session: Session, name: str) -> bool:
    """Whether the person in the seat `name` agrees to a draw."""
    return session.lines.agree(f"{name}: agree to a draw?")


def ask_bots(session: Session) -> bool:
    """Whether the bots agree to a draw."""
    found = advice(session)
    return found is not None and agrees_to_draw(found.chance)


def leave(session: Session, argument: str) -> None:
    raise UserLeft


COMMANDS = {
    "moves": Command("list the legal moves; `moves b1`: those that begin with b1", show_moves),
    "hint": Command("show a good move; `hint line`: and the expected moves after it", hint),
    "undo": Command("take back your last move", undo),
    "take": Command("`take NAME`: a ready-made set-up, in games that have some", take),
    "board": Command("show the board again", show_board),
    "flip": Command("turn the board round", flip),
    "names": Command("show or hide the names of empty cells", names),
    "rules": Command("show the rules of the game", rules),
    "position": Command("show the position text", position),
    "save": Command("`save FILE`: write the game to a file", save),
    "load": Command("`load FILE`: continue a recorded game", load),
    "table": Command(
        "after a game of Revolver, play the next of a linked series: `table all` carries everybody's "
        "marks forward, `table winner` the winner's",
        play_next_table,
    ),
    "draw": Command("offer a draw", draw),
    "claim": Command(
        "claim a draw: by repetition or fifty moves of chess; claim MOVE with it", claim
    ),
    "resign": Command("resign the game", resign),
    "help": Command("show this list; also ?", show_help),
    "quit": Command("leave; `parlour play --resume` continues the game", leave),
}
