"""Who is asking: the players that were made from this account, and where their tokens are kept."""

import getpass
import json
import os
from dataclasses import dataclass
from pathlib import Path

from clients.cli.house import House, read_json, write_secret

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Known:
    """A player made before."""

    name: str
    player_id: str
    token: str


class Wallet:
    """The tokens for one deployment: in its data directory where that is at hand, else below ~/.config/ludarium."""

    def __init__(self, house: House | None, server: str) -> None:
        """`house`: the data directory of the deployment, if it is on this machine; `server`: its address."""
        self._file = house.players if house is not None else _config() / f"players-{server.replace('/', '_')}.json"

    def find(self, name: str) -> Known | None:
        """The player of that name."""
        entry = read_json(self._file).get(name)
        if not isinstance(entry, dict) or not entry.get("token"):
            return None
        return Known(name, str(entry.get("player_id", "")), str(entry["token"]))

    def keep(self, player: Known) -> None:
        """Remember a player."""
        players = read_json(self._file)
        players[player.name] = {"player_id": player.player_id, "token": player.token}
        write_secret(self._file, json.dumps(players, indent=2) + "\n")

    def forget(self, name: str) -> None:
        """Remember a player no more."""
        players = read_json(self._file)
        if players.pop(name, None) is not None:
            write_secret(self._file, json.dumps(players, indent=2) + "\n")


def own_name(given: str | None) -> str:
    """The name to play under: what was given, else the account's."""
    try:
        name = (given or getpass.getuser()).strip()
    except (OSError, KeyError):  # an account without a name
        name = ""
    return name[:LONGEST_NAME] or "player"


def _config() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "ludarium"
