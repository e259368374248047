"""The games: one folder for each game or family, which the catalogue finds by itself.

A folder imports only `errors`, `kernel`, `table` and games. Which file holds what:

| file | contents |
|---|---|
| `__init__.py` | `GAMES`: a `Spec` for each game, with options, levels and foreign notations |
| `rules.py` | the rules, compiled and plain |
| `notation.py` | texts of moves and positions, refusals, the picture |
| `about.md`, `ID.lesson.pgn`, `ID.puzzles.pgn` | the rules for players; lessons; puzzles |
| `players.py` | the game's own bots |
| `problems.py`, `commands.py` | its own puzzles and commands |
| `paper.py` | cards to print, models to make |
| `forms.toml`, `looks.toml` | drawings of its pieces; its colours in each skin |

The catalogue and others look for these by name. Where rules or notation are long, parts of them have the
same names in each folder:

| file | contents |
|---|---|
| `board.py` | tables: cells, ways, what is where at the start |
| `code.py` | how a move is packed into one word |
| `cell_codes.py` | the board as codes, for evaluations that are learnt |
| `attacks.py` | which pieces reach which cells: checks, pins, threats |
| `exchanges.py` | what captures win, to search the best first |
| `evaluation.py` | how good a position looks |
| `picture.py` | the picture |
| `names.py`, `constants.py` | the texts of pieces and sides; the same as numbers |
| `reading.py`, `writing.py` | position texts, one way each |
| `sgf.py`, `san.py`, `uci.py`, `pdn.py`, `kif.py`, … | foreign notations, by what they declare |

Other files are about what only their game has, and their first lines say what. `hexagonal.py` and `gtp.py`
are shared by several games.
"""
