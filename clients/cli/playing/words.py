"""What a session at the table says at length: its help, and the text of a rule."""

from clients.cli import ruletext
from server.games import GAMES

HELP = """\
  NUMBER          take that choice, or open that group
  WORDS           only choices with these words: `tower 9`
  KIND VALUES     a command in full: `why` lists how they are typed
  back            all choices again
  why NUMBER      what that choice would bring
  why COMMAND     whether a command would be legal, and if not, by which rule:
                  `why {example}`
  hint, auto      what the greedy bot would do; and do it
  undo            take back your latest choice
  undo ask        ask the others, where something stands in the way
  undo VERSION [ask]
                  take back all since a version
  agree, refuse   answer another player's wish to take back
  board           draw the table again
  clock           how much time is left to whom
  resign yes      leave the game for good: a bot goes on, or a game of two ends
  vote SEAT       vote a player out whose time ran out; seats count from 1
  quit            leave the table as it is; go on later with:
                  {resume}"""


def rule(game: str, number: str) -> list[str]:
    """The text of a rule of a game; nothing without a number."""
    if not number or game not in GAMES:
        return []
    found = ruletext.find(GAMES[game].rulebook.text(), number)
    return [ruletext.dedented(found[0].lines)] if found else [f"Rule {number}."]
