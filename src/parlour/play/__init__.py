"""A game in progress as an immutable value, for any front end: server, terminal or test.

`GameInProgress` holds position, players, clock, offers and end. Each event is a method that takes what
happened, and when, and returns the next value: ``game.play(game.position.after("a1"), now)``. A front
end stores `difference(before, after)`, makes `after` current, and displays it.
"""
