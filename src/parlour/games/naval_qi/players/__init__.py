"""NavalQi's own players and ready-made deployments, under the names that `parlour.players` looks for."""

from parlour.games.naval_qi.players.admirals import PLAYERS as PLAYERS
from parlour.games.naval_qi.players.admirals import late as late
from parlour.games.naval_qi.players.admirals import suggested as suggested
from parlour.games.naval_qi.players.admirals import suggestions as suggestions
