"""The games. A new game is its folder, its proto, a line in each oneof of games and a line here."""

from server.games.alhambra.game import ALHAMBRA
from server.games.belfort.game import BELFORT
from server.games.castles.game import CASTLES
from server.games.endeavor.game import ENDEAVOR
from server.games.kernel.game import Catalogue

GAMES: Catalogue = {"alhambra": ALHAMBRA, "castles": CASTLES, "belfort": BELFORT, "endeavor": ENDEAVOR}
