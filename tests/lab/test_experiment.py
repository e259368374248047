"""Experiment files: what they mean, and what is said of those that cannot be used."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

import parlour
from parlour.errors import BadExperiment
from parlour.lab.declared_questions import Pool
from parlour.lab.experiment import Event, Experiment, parse_experiment, read_experiment
from parlour.lab.measures import gather, measures
from parlour.lab.measures.registry import check_measures, measure_names
from parlour.lab.report import kept_page
from tests.lab.traces import random_trace
from tests.one_file import write_game

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)
FINDINGS = sorted((Path(__file__).parents[2] / "findings").rglob("*.toml"))

GOOD = """\
title = "Sizes of Hex"
question = "Does size matter?"
seed = 7
games = 20
opening = 1

[[variant]]
game = "hex"
label = "Hex on {size}"
options.size = [3, 4]
options.pie = [false, true]

[[variant]]
game = "yavalath"

[[budget]]
players = "random"
[[budget]]
name = "strong"
players = "mcts:simulations=50"
games = 10

[[match]]
players = ["mcts:simulations=50", "random"]

[ladder]
players = "mcts:simulations={}"
from = 10
rungs = 3

[[luck]]
players = "random"
groups = 4
replays = 5
after = 2

[analysis]
player = "mcts:simulations=20"
games = 2

[[event]]
name = "corner"
pattern = "^a1$"
"""


def good(**changes: str) -> str:
    """The good file with parts of it replaced: old text = new text."""
    text = GOOD.replace("Hex on {size}", "Hex on {size}, pie {pie}")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_grid_makes_a_variant_of_each_choice() -> None:
    experiment = parse_experiment(good())
    assert experiment.variants[0].game == "hex:pie=no,size=3"
    assert experiment.variants[3].game == "hex:size=4"
    assert [v.label for v in experiment.variants] == [
        "Hex on 3, pie no",
        "Hex on 3, pie yes",
        "Hex on 4, pie no",
        "Hex on 4, pie yes",
        "yavalath",
    ]
    assert experiment.variants[3].options == {"size": 4, "pie": "yes"}


def test_budgets_come_in_order_of_purpose() -> None:
    budgets = parse_experiment(good()).budgets
    assert [(b.purpose, b.name, b.games) for b in budgets] == [
        ("play", "random", 20),
        ("play", "strong", 10),
        ("match", "mcts:simulations=50 against random", 20),
        ("ladder", "20 against 10", 20),
        ("ladder", "40 against 20", 20),
        ("luck", "luck: the same position, 5 times", 20),
    ]
    assert budgets[3].players == ("mcts:simulations=20", "mcts:simulations=10")
    assert (budgets[5].replays, budgets[5].after) == (5, 2)


def test_arms_are_variants_at_budgets() -> None:
    arms = list(parse_experiment(good()).arms)
    assert len(arms) == 5 * 6
    assert arms[:2] == [(0, 0), (0, 1)]


def test_a_game_in_one_file_lies_beside_the_experiment(tmp_path: Path) -> None:
    write_game(tmp_path)
    text = 'title = "t"\nquestion = "q"\ngames = 1\n[[budget]]\nplayers = "random"\n'
    text += '[[variant]]\ngame = "four_in_line.py"\noptions.size = [5, 6]\n'
    file = tmp_path / "mine.toml"
    file.write_text(text)
    experiment = read_experiment(file)
    assert experiment.name == "mine"
    assert experiment.variants[0].game == f"{tmp_path.resolve()}/four_in_line.py:size=5"


BAD = [
    ("games = 20", "games = 0", 'line 4: games: expected a whole number from 1'),
    ("games = 20", "gams = 20", "line 4: gams: there is no such key here; is games meant, a whole number"),
    ('game = "yavalath"', 'gaem = "yavalath"', "variant.gaem: there is no such key here; is game meant"),
    ("games = 20", "", "games is missing: expected a whole number from 1"),
    ("seed = 7", "seed = 7\nsheep = 1", "line 4: sheep: there is no such key here; there are title"),
    ("seed = 7", "seed = 7.5", "line 3: seed: expected a whole number"),
    ('game = "yavalath"', 'game = "yavalat"', "line 14: variant.game: there is no game yavalat"),
    ("[3, 4]", "[3, 99]", "line 10: variant.options.size"),
    ("[3, 4]", "[3, 3]", "two variants are called"),
    ("[3, 4]", "[]", "line 10: variant.options.size: expected a value, or a row of values"),
    ("options.size", "options.colour", "line 10: variant.options.colour: hex has no such option: it has"),
    ("{size}", "{sise}", "{sise} is none of"),
    ('"mcts:simulations=50"\ngames', '"mcts:seconds=5"\ngames', "thinks by the clock"),
    ('"mcts:simulations=50"\ngames', '"mcts"\ngames', "line 20: budget.players: mcts needs a budget"),
    ('"mcts:simulations=50"\ngames', '["1", "2", "3"]\ngames', "expected one player, two"),
    ('{}"', '"', "expected a player with {} for its budget"),
    ('"random"]', ']', "a match is between two players or more"),
    ("replays = 5", "replays = 1", "replays: expected a whole number from 2"),
    ("rungs = 3", "rungs = 1", "rungs: expected a whole number from 2 to 30"),
    ("^a1$", "(", "pattern: expected a regular expression"),
    ('player = "mcts', 'player = "random', "analysis.player"),
    ("[[variant]]", "[variant]", "variant"),
    ("title = ", "title ", "line 1"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "complaint"), BAD)
def test_bad_files_are_told_with_line_and_key(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadExperiment) as caught:
        parse_experiment(good(**{old: new}), "file.toml")
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("file.toml")


def test_a_precision_takes_the_place_of_games() -> None:
    precise = '[precision]\nmeasure = "length"\nwithin = 2.5\nmost = 300\n[analysis]'
    with pytest.raises(BadExperiment, match="line 4: games: a precision is given"):
        parse_experiment(good(**{"[analysis]": precise}))
    experiment = parse_experiment(good(**{"games = 20\n": "", "[analysis]": precise}))
    assert experiment.precision is not None
    assert (experiment.precision.within, experiment.precision.round) == (2.5, 100)
    assert experiment.budgets[0].games == 300
    neither = precise.replace("within = 2.5\n", "")
    with pytest.raises(BadExperiment, match="expected within = a number above 0, or clear = true"):
        parse_experiment(good(**{"games = 20\n": "", "[analysis]": neither}))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_files_are_refused_or_read(data: st.DataObject) -> None:
    text = good()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        put = data.draw(st.text(alphabet='[]{}="\n.,#1x-\x00é', max_size=4))
        text = text[:at] + put + text[at + cut :]
    with suppress(BadExperiment):
        assert isinstance(parse_experiment(text), Experiment)


@given(
    st.recursive(
        st.sampled_from(
            ["1", "-3", "9" * 5000, "1e400", "nan", "true", '""', '"hex"', "1979-05-27"]
        ),
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")
            | st.tuples(inner).map(lambda part: f"{{ a = {part[0]} }}")
        ),
        max_leaves=4,
    ),
    st.sampled_from([line.partition(" = ")[0] for line in GOOD.split("\n") if " = " in line]),
)
@settings(max_examples=150, deadline=None)
def test_odd_values_are_refused_or_read(value: str, key: str) -> None:
    lines = [f"{key} = {value}" if x.startswith(f"{key} = ") else x for x in good().split("\n")]
    with suppress(BadExperiment):
        assert isinstance(parse_experiment("\n".join(lines)), Experiment)


def test_the_documented_files_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "invent" / "experiments.md").read_text()
    whole, stepped, precision, contrast = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    experiment = parse_experiment(whole)
    assert [v.label for v in experiment.variants] == ["standard", "scrambled-eggs"]
    precise = parse_experiment(whole.replace("games = 300\n", "") + precision)
    assert precise.precision is not None
    asked = parse_experiment(whole.partition("[[budget]]")[0] + stepped + contrast)
    assert [c.question for c in asked.contrasts] == ["Does Scrambled Eggs take longer?"]
    assert len(asked.budgets) == 6


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_the_findings_can_be_read(path: Path) -> None:
    experiment = read_experiment(path)
    check_measures(experiment)
    assert experiment.question.endswith("?")


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_the_findings_reports_are_of_their_files(path: Path) -> None:
    """The report that is kept was made of the file as it stands, and of all the games that it asks for."""
    experiment = read_experiment(path)
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert told["file"] == path.read_text(encoding="utf-8")
    names = {budget.name: budget.games for budget in experiment.budgets}
    assert all(arm["games"] == names[arm["budget"]] for arm in told["arms"])
    page = kept_page(json.dumps(told), path.name)
    assert all(str(escape(sentence)) in page for sentence in told["answer"])
    assert page.count("<details>") == len(told["arms"]) + 1


CHAINN = Path(__file__).parents[2] / "findings" / "questions" / "chainn-deals.json"


@settings(max_examples=60)
@given(st.data())
def test_figures_of_another_shape_are_refused_with_a_word(data: st.DataObject) -> None:
    """Any part of a report's JSON replaced by anything gives a page or BadExperiment."""
    told = json.loads(CHAINN.read_text(encoding="utf-8"))
    told["arms"] = told["arms"][:1]
    here, path = told, []
    while isinstance(here, (dict, list)) and here and (not path or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        path.append((here, key))
        here = here[key]
    box, key = path[-1]
    box[key] = data.draw(ANYTHING)
    with suppress(BadExperiment):
        kept_page(json.dumps(told))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, '{"arms": [{}]}'])
def test_what_is_no_report(text: str) -> None:
    with pytest.raises(BadExperiment, match="no report"):
        kept_page(text)


def test_the_same_players_twice_are_refused() -> None:
    text = """title = "t"
question = "q"
games = 5
[[variant]]
game = "hex"
[[budget]]
name = "one"
players = "random"
[[budget]]
name = "other"
players = "random"
games = 7
"""
    with pytest.raises(BadExperiment, match="'one' and 'other' are the same players"):
        parse_experiment(text)


# -- contrasts and strengths -----------------------------------------------------------------------

ASKED = """\
title = "Sizes"
question = "Is the larger board longer?"
games = 20

[[variant]]
game = "hex"
label = "{size}"
options.size = [3, 4, 5]

[strengths]
players = "mcts:simulations={}"
from = 10
games = [20, 20, 10]
match = 8
beyond = 4

[[contrast]]
question = "Is the larger board longer?"
measure = "length"
one = ["4", "5"]
other = "3"
margin = 1.5

[[contrast]]
question = "Is it even?"
measure = "points:Red"
one = "3"
players = ["10 a move", "100 a move"]
against = 0.5
"""


def test_three_strengths_and_the_matches_between_them() -> None:
    budgets = parse_experiment(ASKED).budgets
    assert [(b.name, b.players, b.games, b.purpose) for b in budgets] == [
        ("10 a move", ("mcts:simulations=10",), 20, "play"),
        ("100 a move", ("mcts:simulations=100",), 20, "play"),
        ("1,000 a move", ("mcts:simulations=1000",), 10, "play"),
        ("100 against 10", ("mcts:simulations=100", "mcts:simulations=10"), 8, "match"),
        ("1,000 against 100", ("mcts:simulations=1000", "mcts:simulations=100"), 8, "match"),
        ("10,000 against 1,000", ("mcts:simulations=10000", "mcts:simulations=1000"), 4, "match"),
    ]


def test_contrasts_name_their_arms() -> None:
    larger, even = parse_experiment(ASKED).contrasts
    assert (larger.one, larger.other, larger.margin) == (Pool((1, 2)), Pool((0,)), 1.5)
    assert (even.one, even.other, even.against) == (Pool((0,), (0, 1)), None, 0.5)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('one = "3"', 'one = "6"', r"line 27.*one: '6' is none of 3, 4, 5"),
        ("against = 0.5", "", "either other = a variant, or against = a number"),
        ('players = ["10 a move"', 'players = ["10 a mov"', "is none of 10 a move, 100 a move"),
        ("from = 10", "from = 10\nsteps = 2", "a whole number from 3 to 8"),
        ("[20, 20, 10]", "[20, 20]", "a row of 3 such"),
        ("simulations={}", "simulations=5", "a player with {} for its budget"),
    ],
)
def test_contrasts_and_strengths_that_cannot_be_asked(old: str, new: str, message: str) -> None:
    with pytest.raises(BadExperiment, match=message):
        parse_experiment(ASKED.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('measure = "length"', 'measure = "lenght"'),
        ("games = 20\n", 'games = 20\nmeasures = ["lenght"]\n'),
    ],
)
def test_a_misspelt_measure_is_refused_before_any_game(old: str, new: str) -> None:
    check_measures(parse_experiment(ASKED))
    with pytest.raises(BadExperiment, match=r"no measure lenght: it has draws, .*length:median"):
        check_measures(parse_experiment(ASKED.replace(old, new, 1)))


def test_every_measure_of_a_game_may_be_asked_for() -> None:
    experiment = replace(parse_experiment(ASKED), events=(Event("corner", "a1"),))
    arm = gather([random_trace("hex:size=3", i) for i in range(3)], parlour.game("hex:size=3"),
                 asked=experiment.events)  # fmt: skip
    names = measure_names(experiment, parlour.game("hex:size=3"))
    assert {measure.key for measure in measures(arm)} <= set(names)
