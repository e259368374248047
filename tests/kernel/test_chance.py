"""Codes of outcomes of several words: they come apart as they were put together."""

from __future__ import annotations

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from parlour.kernel.chance_codes import draw_whole, join_words, split_code
from parlour.kernel.layout import new_plain, record

WORDS = st.integers(0, 2**63 - 1)


@given(st.lists(WORDS, min_size=1, max_size=5), st.integers(1, 2**63 - 1))
def test_several_words_come_apart_again(words: list[int], last: int) -> None:
    assert split_code(join_words([*words, last])) == [*words, last]


@given(st.integers(-(2**63), 2**63 - 1))
def test_one_word_is_its_own_code(word: int) -> None:
    assert join_words([word]) == word
    assert split_code(word) == [word]


def test_a_whole_outcome_is_drawn_word_by_word_and_changes_nothing() -> None:
    rules = SimpleNamespace(
        STATE=record(turn=1, played=1),
        draw=lambda s, rng: 10 + s.played,
        unfinished=lambda s, m: s.played < 2,
        play=lambda s, m: setattr(s, "played", s.played + 1),
    )
    s = new_plain(rules.STATE)
    assert split_code(draw_whole(rules, s, [0])) == [10, 11, 12]
    assert s.played == 0
