"""What an inventor asks of a game of his own: answers, a search of options, two versions.

`plan` makes an experiment of a game and an amount of time, `answers` reads its games as answers in plain
words, `page` writes them. `tuning` searches the options for a goal, `changes` compares two versions.
"""
