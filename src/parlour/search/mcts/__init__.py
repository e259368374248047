"""Monte Carlo tree search: UCT, RAVE, information sets and determinization."""

from parlour.search.mcts.determinized_search import Determinized
from parlour.search.mcts.ismcts_search import ISMCTS
from parlour.search.mcts.mcts_search import MCTS
from parlour.search.mcts.rave_search import RAVE

__all__ = ["ISMCTS", "MCTS", "RAVE", "Determinized"]
