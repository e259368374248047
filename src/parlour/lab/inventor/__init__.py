"""Questions of game inventors: answers about a game, a search of its options, two versions compared.

`inventor_plan` makes an experiment from a game and a time, `inventor_answers` answers from its games in
plain words, `answer_page` writes the page. `tuning` searches the options for a goal, and
`version_changes` compares two versions.
"""
