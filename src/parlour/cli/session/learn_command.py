"""`parlour learn`: a game's lesson in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from parlour.cli.console import console, screen
from parlour.cli.session.game_view import notes_of
from parlour.cli.session.line_input import LineInput, lines_for
from parlour.errors import IllegalMove
from parlour.lessons import Attempt, LessonStep, begin, lesson
from parlour.picture.terminal import draw
from parlour.puzzles.help import hint, solution_of

COMMANDS = {
    "hint": "show a hint",
    "solution": "show the moves that do it",
    "moves": "list the legal moves",
    "skip": "go to the next step",
    "quit": "end the lesson",
}
HELP = (
    "Type the move; `hint` helps, `solution` shows the moves, `moves` lists the legal ones, `skip` skips "
    "a step, `quit` ends."
)


def learn(name: str) -> None:
    """Give a game's lesson; raises UnknownGame, BadLesson."""
    out, course = console(), lesson(name)
    lines = lines_for(out, COMMANDS)
    out.print(Text(f"{course.game.title}: a lesson of {len(course.steps)} steps", "bold"))
    out.print(Text(HELP, "dim"))
    for number, step in enumerate(course.steps, 1):
        out.print()
        out.print(Text(f"{number}. {step.title}", "bold"))
        if not take(out, lines, step):
            return
    out.print()
    out.print(f"End of the lesson. Your first game: [bold]parlour play {name} --level 1[/bold]")


def take(out: Console, lines: LineInput, step: LessonStep) -> bool:
    """Take one step of a lesson; whether the person wants to continue."""
    attempt = begin(step)
    if step.text:
        out.print(step.text)
    _board(out, attempt)
    if not step.task:
        return _read(lines, "Press Enter to continue> ", ()) != "quit"
    while not attempt.over:
        out.print(Text(attempt.task, "bold"))
        typed = _read(lines, "your move> ", attempt.state.moves())
        if typed == "quit":
            return False
        if typed == "skip":
            return True
        _answer(out, attempt, typed)
    return True


def _answer(out: Console, attempt: Attempt, typed: str) -> None:
    if typed == "hint":
        out.print(attempt.hint or hint(attempt).words)
    elif typed == "solution":
        out.print(" ".join(solution_of(attempt).texts))
    elif typed == "moves":
        out.print(" ".join(attempt.state.moves()[:200]))
    elif typed:
        try:
            answer = attempt.play(typed)
        except IllegalMove as error:
            out.print(Text(f"{error}.", "red"))
            return
        if answer.right:
            _board(out, attempt)
        out.print(Text(answer.words, "green" if answer.right else "yellow"))


def _board(out: Console, attempt: Attempt) -> None:
    out.print()
    out.print(draw(attempt.scene, screen=screen(out)))
    for note in notes_of(attempt.scene):
        out.print(note)
    out.print()


def _read(lines: LineInput, prompt: str, legal: tuple[str, ...] | list[str]) -> str:
    try:
        return lines.read(prompt, legal).strip()
    except (EOFError, KeyboardInterrupt):
        return "quit"
