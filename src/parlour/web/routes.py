"""The routers of all pages and of the HTTP interface, in the order in which routes are matched."""

from __future__ import annotations

from parlour.web.collections import collection_pages
from parlour.web.laboratory import finding_pages, lab_pages, lab_questions, lab_runs
from parlour.web.learning import annotated_pages, lesson_pages, puzzle_pages, try_board
from parlour.web.lobby import (
    appearance,
    challenge_pages,
    game_page,
    lobby,
    new_game,
    print_page,
    site_search,
    skin_gallery,
)
from parlour.web.matches import match_pages, season_pages
from parlour.web.people import (
    calendar_pages,
    own_data_pages,
    passkey_pages,
    people_pages,
    rating_pages,
    your_games,
)
from parlour.web.play import conditions_api, game_api, game_pages, live, mistake_pages
from parlour.web.studies import (
    position_editor_pages,
    study_api,
    study_export,
    study_live,
    study_pages,
)
from parlour.web.tournaments import tournament_pages

ROUTERS = (
    game_api.router,
    live.router,
    lobby.router,
    challenge_pages.router,
    game_page.router,
    new_game.router,
    print_page.router,
    site_search.router,
    appearance.router,
    game_pages.router,
    your_games.router,
    lab_questions.router,
    lab_runs.router,
    finding_pages.router,  # before /laboratory/{name}
    lab_pages.router,
    lesson_pages.router,
    puzzle_pages.router,
    annotated_pages.router,
    try_board.router,
    skin_gallery.router,
    study_api.router,
    collection_pages.router,
    position_editor_pages.router,  # before /study/{study_id}
    study_api.games,
    study_export.router,
    study_live.router,
    calendar_pages.router,
    people_pages.router,
    passkey_pages.router,
    passkey_pages.pages,
    own_data_pages.router,
    rating_pages.router,
    conditions_api.router,
    mistake_pages.router,
    season_pages.router,
    match_pages.router,
    tournament_pages.router,
    study_pages.router,
)
