"""What can be typed at the table beside moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.table import Table
from rich.text import Text

from parlour.cli.background_work import Left, Told
from parlour.cli.catalogue_commands import options_table, print_rules
from parlour.cli.session.move_matching import FEW, continuations, grouped
from parlour.cli.session.opponents import PERSON, Sitting, make_bot, seated
from parlour.cli.session.prompt import list_moves
from parlour.cli.session.saved_games import Keeper
from parlour.cli.session.session import Command, Session
from parlour.kernel.layout import CHANCE
from parlour.players import Advice
from parlour.players.kinds import suggestions
from parlour.players.player import has_few_moves, unlisted_move
from parlour.records import first
from parlour.records import save as save_record
from parlour.table.conduct import ADVISER, CAUTIOUS, agrees_to_draw

PAGE = 300  # moves that are listed at once; of more, only how they begin
LINE = 8  # moves of an expected line that are shown


def show_help(session: Session, argument: str) -> None:
    table = Table.grid(padding=(0, 3, 0, 0))
    for name, command in COMMANDS.items():
        table.add_row(Text(name, "bold"), command.help)
    session.out.print("Type a move as the rules write it; Tab completes it. Or one of these:")
    session.out.print(table)


def show_moves(session: Session, argument: str) -> None:
    if not has_few_moves(session.state):
        show_some_moves(session)
        return
    legal = session.state.moves()
    if argument:
        list_moves(session.out, continuations(argument, legal))
    elif len(legal) <= FEW or len(grouped(legal)) == len(legal):
        list_moves(session.out, dict.fromkeys(legal, 1))
    elif len(legal) > PAGE:
        session.out.print(
            f"There are {len(legal):,}; `moves` and a beginning lists some.", style="dim"
        )
        list_moves(session.out, continuations("", legal))
    else:
        table = Table.grid(padding=(0, 2, 0, 0))
        for first, moves in grouped(legal).items():
            table.add_row(Text(first, "dim"), Text("  ".join(moves)))
        session.out.print(table)


def show_some_moves(session: Session) -> None:
    """Some of very many moves."""
    state = session.state
    count = state.game.plain.rules.count_moves(state.record, [])
    session.out.print(f"There are {count:,}, too many to list; for instance:", style="dim")
    some = {unlisted_move(state, session.rng) for _ in range(FEW)}
    list_moves(session.out, dict.fromkeys(sorted(some), 1))


def hint(session: Session, argument: str) -> None:
    found = advice(session)
    if found is None:
        return
    told = found.verdict(session.state) or found.words
    session.out.print(Text.assemble("A good move is ", (found.move, "bold"), (f"  {told}", "dim")))
    if argument != "line":
        session.show_cells(session.state.move(found.move).cells)
        return
    if len(found.line) > 1:
        session.out.print(Text(f"Then perhaps {' '.join(found.line[1:LINE])}", "dim"))
    session.out.print(Text(found.words, "dim"))


def advice(session: Session) -> Advice | None:
    """What the game's best player thinks of the position in a second; None if no seat is to move."""
    state = session.state.copy()
    if state.turn is None or state.turn == CHANCE:
        return None
    seed = session.rng.getrandbits(31)

    def advise(told: Told) -> Advice:
        return make_bot(ADVISER, state.game, seed).advise(state, told)

    return session.wait("Looking for a good move…", advise)


def undo(session: Session, argument: str) -> None:
    table = session.table
    offer = table.take_back(table.people)
    if table.lies_open and not session.lines.agree(
        "The game has ended and what was hidden lies open. Do all agree to play on?"
    ):
        return
    session.apply(offer)


def take(session: Session, argument: str) -> None:
    state = session.state
    if state.turn is None or state.turn == CHANCE:
        return
    ready = suggestions(state, session.rng.getrandbits(31))
    if argument in ready:
        state = state.copy()
        for move in ready[argument]:
            state.play(move)
        session.state = state
        session.keep()
        session.show()
    elif ready:
        session.out.print(f"As take NAME; there are {', '.join(ready)}.", style="yellow")
    else:
        session.out.print("Nothing is ready to be taken here.", style="yellow")


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
        session.out.print("Save to which file? As: save my-game.pgn", style="yellow")
        return
    path = Path(argument).expanduser()
    known = path == session.keeper.path or path in session.saved_to
    if path.exists() and not known and not session.lines.agree(f"{path} exists. Write over it?"):
        return
    save_record(path, [session.record()])
    session.saved_to.add(path)
    session.out.print(Text(f"Saved to {path}", "dim"))
    session.warn_of_file()


def load(session: Session, argument: str) -> None:
    if not argument:
        session.out.print("Load which file? As: load my-game.pgn", style="yellow")
        return
    record, notices = first(Path(argument).expanduser())
    state = record.end()
    sitting = session.sitting
    players = seated(record) or fitting(sitting.players, state.game.seats)
    session.sit_down(
        state,
        Sitting(players, sitting.budget, sitting.seed, record.tags.get("File")),
        Keeper.new(state.game.id),
    )
    for notice in notices:
        session.out.print(Text(notice, "dim"))
    session.keep()
    session.show()


def fitting(players: list[str], seats: int) -> list[str]:
    """The same players for a game with another number of seats."""
    bots = [who for who in players if who != PERSON] or [PERSON]
    return (players + bots * seats)[:seats]


def resign(session: Session, argument: str) -> None:
    table = session.table
    turn = table.seat_to_move(table.people)
    name = session.seat_names[turn]
    if not session.lines.agree(f"{name} resigns?"):
        return
    seat, outcome = table.resignation(table.people, turn)
    if outcome is not None:
        session.end(outcome)
        return
    session.seat_bot(seat, CAUTIOUS)
    session.out.print(f"{name} resigns; a bot plays on in that seat.")
    if PERSON not in session.sitting.players:
        raise Left


def draw(session: Session, argument: str) -> None:
    table = session.table
    offer = table.draw({table.seat_to_move(table.people)})
    session.curtain.close()
    for seat, who in enumerate(session.sitting.players):
        name = session.seat_names[seat]
        if seat == offer.seat:
            continue
        agrees = asked(session, name) if who == PERSON else has_no_hope(session)
        if not agrees:
            session.out.print(f"{name} plays on.")
            return
    session.apply(offer)


def asked(session: Session, name: str) -> bool:
    """Whether the person in the seat called `name` agrees to a draw."""
    return session.lines.agree(f"{name}: agree to a draw?")


def has_no_hope(session: Session) -> bool:
    """Whether the bots agree to a draw."""
    found = advice(session)
    return found is not None and agrees_to_draw(found.chance)


def leave(session: Session, argument: str) -> None:
    raise Left


COMMANDS = {
    "moves": Command("the legal moves; `moves b1`: those that begin so", show_moves),
    "hint": Command("what a good player would do; `hint line`: and how it goes on", hint),
    "undo": Command("take back your last move", undo),
    "take": Command("`take NAME`: a ready set-up, where the game has some", take),
    "board": Command("show the board again", show_board),
    "flip": Command("turn the board round", flip),
    "names": Command("show the names of empty cells, or hide them", names),
    "rules": Command("the rules of the game", rules),
    "position": Command("the position as text", position),
    "save": Command("`save FILE`: write the game to a file", save),
    "load": Command("`load FILE`: go on with a recorded game", load),
    "draw": Command("offer a draw", draw),
    "resign": Command("give up", resign),
    "help": Command("this list; also ?", show_help),
    "quit": Command("leave; the game is kept, and `parlour play --resume` goes on", leave),
}
