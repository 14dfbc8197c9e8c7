"""A session at the table: shows what happens, and does what is typed."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from ludarium.v1 import decisions_pb2, events_pb2, table_events_pb2, tables_pb2, terms_pb2, views_pb2

from clients.bots.greedy import VALUES
from clients.bots.kinds import best
from clients.cli.playing import typed, words
from clients.cli.playing.lines import Lines
from clients.cli.playing.menu import Choice, Menu
from clients.cli.playing.screen import Screen
from clients.cli.program import as_typed
from clients.cli.story import Story, result_words, seat_names
from clients.cli.thinking import left_words, span
from clients.sdk.errors import LudariumError, Refused
from clients.sdk.following import CLOSED, closes
from clients.sdk.naming import named
from clients.sdk.tables import TableClient

PATIENCE = 15.0
"""Seconds without a move of a bot after which a session wonders aloud whether anybody plays the bots."""

SMALL_STEP = 3
"""Lines that one's own choice may bring without the table being drawn again before the next."""

PAGE = 1_000
MOST_CHOICES = 5_000
"""A hand full of money can pay in more ways than anybody wants to read."""


class Session:
    """One player's session at one table."""

    def __init__(self, client: TableClient, seat: int, screen: Screen, lines: Lines, data: Path) -> None:
        """`data` is the data directory that was named, for the commands that are shown."""
        self._client = client
        self._seat = seat
        self._screen = screen
        self._lines = lines
        self._data = data
        self._table = tables_pb2.Table()
        self._names: list[str] = []
        self._story = Story("", [])
        self._view: views_pb2.GameView | None = None
        self._decision: decisions_pb2.Decision | None = None
        self._choices: list[Choice] = []
        self._menu: Menu | None = None
        self._waiting = ""
        self._clocks: list[terms_pb2.SeatClock] = []
        self._version = 0
        self._answered_at: list[int] = []
        """Versions from which this session answered: where its latest choices can be taken back to."""
        self._lines_since_answer: int | None = None
        """Lines told since the latest answer, as long as nobody else did anything; None once somebody has."""
        self._frames: asyncio.Queue[events_pb2.Frame | LudariumError] = asyncio.Queue()
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "?": self._help,
            "help": self._help,
            "back": self._back,
            "board": self._board,
            "hint": self._hint,
            "auto": self._auto,
            "why": self._why,
            "undo": self._undo,
            "agree": self._agree,
            "refuse": self._refuse,
            "clock": self._clock,
            "resign": self._resign,
            "vote": self._vote,
        }

    async def run(self) -> bool:
        """Play until the game ends (True) or the player leaves (False). Raises LudariumError."""
        await self._meet()
        following = asyncio.create_task(self._follow())
        frame = asyncio.ensure_future(self._frames.get())
        line = asyncio.ensure_future(self._lines.next())
        try:
            while True:
                done, _ = await asyncio.wait({frame, line}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    self._wonder()
                if frame in done:
                    if await self._take(frame.result()):
                        return True
                    frame = asyncio.ensure_future(self._frames.get())
                if line in done:
                    if not await self._hear(line.result()):
                        return False
                    line = asyncio.ensure_future(self._lines.next())
        finally:
            for task in (following, frame, line):
                task.cancel()
            await asyncio.gather(following, frame, line, return_exceptions=True)

    async def _meet(self) -> None:
        """Learn who sits here."""
        seen = await self._client.get()
        self._table = seen.table
        self._names = await seat_names(self._client.connection, seen.table)
        self._story = Story(seen.table.game, self._names)

    async def _follow(self) -> None:
        try:
            async for frame in self._client.watch():
                self._frames.put_nowait(frame)
        except LudariumError as error:
            self._frames.put_nowait(error)

    async def _take(self, frame: events_pb2.Frame | LudariumError) -> bool:
        """Show a frame; True when it ends the game."""
        if isinstance(frame, LudariumError):
            raise frame
        self._clocks = list(frame.clocks)
        told = list(self._story.tell(frame.events))
        self._screen.story(told)
        own = self._lines_since_answer is not None and not self._lines_since_answer
        self._lines_since_answer = len(told) if own else None
        self._version = frame.token.version
        if frame.HasField("view"):
            self._view = frame.view
        if any(self._is_asked(event.table) for event in frame.events):
            self._screen.note("Type agree or refuse.")
        if closes(frame) or await self._is_closed(frame):
            await self._end()
            return True
        left = [event.table.player_left.seat for event in frame.events if event.table.HasField("player_left")]
        if self._seat in left:
            self._screen.note(f"You have left the game. Look on with: {self._typed('watch')}")
            return True
        if left:
            await self._meet()
        if self._frames.empty():
            await self._consider(list(frame.decisions))
        return False

    def _is_asked(self, event: table_events_pb2.TableEvent) -> bool:
        """Whether an event asks this player to agree to another's undo."""
        return event.HasField("undo_asked") and event.undo_asked.seat != self._seat

    async def _is_closed(self, frame: events_pb2.Frame) -> bool:
        """Whether a frame that begins the session shows a table that is closed already."""
        if not frame.reset or frame.decisions:
            return False
        await self._meet()
        return self._table.status in CLOSED

    async def _end(self) -> None:
        await self._meet()
        if self._view is not None:
            self._screen.board(self._view, self._names, self._seat)
        result = result_words(self._table.results, self._names, early=self._table.early)
        hints = [
            f"Every move again: {self._typed('replay')}",
            f"Proof of the shuffles: {self._typed('verify')}",
        ]
        self._screen.ended(self._table, f"The game is over: {result}." if result else "The table was ended.", hints)

    def _typed(self, command: str) -> str:
        """A command on this table, as it can be typed."""
        return as_typed(f"{command} {self._client.table_id}", self._data)

    async def _consider(self, decisions: list[decisions_pb2.Decision]) -> None:
        """Ask the player, if there is something to decide that was not asked yet."""
        mine = next((d for d in decisions if d.seat == self._seat and not d.standing), None)
        if mine is None:
            self._decision, self._menu = None, None
            seats = dict.fromkeys(d.seat for d in decisions if not d.standing)
            waiting = ", ".join(self._names[seat] for seat in seats)
            if self._lines.interactive:
                if waiting != self._waiting:
                    timed = ", ".join(self._names[seat] + self._left(seat) for seat in seats)
                    self._screen.note(f"Waiting for {timed} …")
                self._lines.listen()
            self._waiting = waiting
            return
        self._waiting = ""
        if self._decision is not None and mine.id == self._decision.id:
            return
        mine.words = named(mine.words, self._names)
        try:
            self._choices = await self._client.list_choices(mine.id, PAGE, MOST_CHOICES)
        except Refused:  # decided or taken back meanwhile: the next frame tells
            return
        for choice in self._choices:
            choice.words = named(choice.words, self._names)
        self._decision, self._menu = mine, Menu(self._choices)
        if self._view is not None:
            small_step = self._lines_since_answer is not None and self._lines_since_answer <= SMALL_STEP
            self._screen.board(self._view, self._names, self._seat, changed=not small_step)
        self._screen.ask(mine, self._menu, fresh=True)
        left = self._left(self._seat)
        if left:
            self._screen.note(f"Your time:{left}")
        if len(self._choices) == MOST_CHOICES:
            self._screen.note(f"These are the first {MOST_CHOICES:,} choices; others can be typed in full (see why).")
        self._listen()

    def _left(self, seat: int) -> str:
        """What is left to a seat, in brackets; empty where no clock runs."""
        return left_words(self._clocks, seat, time.time_ns() // 1_000_000)

    def _listen(self) -> None:
        self._screen.prompt()
        self._lines.listen()

    def _wonder(self) -> None:
        """Long silence: perhaps nobody plays the bots."""
        if self._decision is None and any(seat.bot for seat in self._table.seats):
            self._screen.note("Nobody moves. Is `ludarium bots` running?")

    async def _hear(self, line: str | None) -> bool:
        """Do what was typed; False when the player leaves."""
        if line is None or line.strip().lower() in ("quit", "exit", "q"):
            self._screen.typed(line or "", echo=line is not None and not self._lines.interactive)
            self._screen.note(f"The table stays as it is. Go on with: {self._typed('play --table')}")
            return False
        self._screen.typed(line, echo=not self._lines.interactive)
        text = line.strip()
        word, _, rest = text.partition(" ")
        try:
            if word.lower() in self._commands:
                await self._commands[word.lower()](rest.strip())
            elif text:
                await self._choose(text)
        except LudariumError as error:  # refused, or nobody answered: the decision stands, if it still does
            self._screen.refuse(error.message, *words.rule(self._table.game, error.rule))
        if self._decision is not None:
            self._listen()
        elif self._lines.interactive:
            self._lines.listen()
        return True

    async def _choose(self, text: str) -> None:
        """A number, a command in full, or words that narrow the choices."""
        if self._menu is None or self._decision is None:
            self._screen.refuse("It is not your turn.")
            return
        if text.isdigit():
            entry = self._menu.picked(int(text))
            if entry is None:
                self._screen.refuse(f"There are choices 1 to {len(self._menu.entries)}.")
                return
            await self._narrow(list(entry.choices))
            return
        command = self._full_command(text)
        if command is not None:
            await self._submit(command)
            return
        found = self._menu.narrowed(text)
        if found:
            await self._narrow(found)
        else:
            self._screen.refuse(f"No choice has the words {text!r}.", "Type ? for help.")

    async def _narrow(self, choices: list[Choice]) -> None:
        """Go on with some of the choices; a single one is played."""
        if len(choices) == 1:
            await self._submit(choices[0].command)
            return
        assert self._decision is not None
        self._menu = Menu(choices)
        self._screen.ask(self._decision, self._menu, fresh=False)

    def _full_command(self, text: str) -> views_pb2.GameCommand | None:
        try:
            return typed.parse(self._table.game, text)
        except typed.NotACommand:
            return None

    async def _submit(self, command: views_pb2.GameCommand) -> None:
        assert self._decision is not None
        before = self._version
        await self._client.submit(self._decision.id, command)
        self._answered_at.append(before)
        self._lines_since_answer = 0
        self._menu = None  # the frame of this command brings what comes next
        self._decision = None

    async def _help(self, _: str) -> None:
        usages = typed.kinds(self._table.game)
        usage = usages[typed.kind_of(self._choices[0].command)] if self._choices else next(iter(usages.values()))
        text = words.HELP.format(resume=self._typed("play --table"), example=usage)
        self._screen.note(*text.split("\n"))

    async def _back(self, _: str) -> None:
        if self._decision is not None:
            self._menu = Menu(self._choices)
            self._screen.ask(self._decision, self._menu, fresh=False)

    async def _board(self, _: str) -> None:
        if self._view is not None:
            self._screen.board(self._view, self._names, self._seat)
        await self._back("")

    async def _clock(self, _: str) -> None:
        lines = [
            f"{self._names[clock.seat]}: {span(clock.reserve.seconds)} in reserve{self._left(clock.seat)}"
            for clock in self._clocks
        ]
        self._screen.note(*(lines or ["There is no clock at this table."]))

    async def _resign(self, text: str) -> None:
        if text.lower() != "yes":
            self._screen.note("Type `resign yes` to leave the game for good.")
            return
        await self._client.resign()
        self._decision, self._menu = None, None  # the frame that tells of it ends the session

    async def _vote(self, text: str) -> None:
        if not text.isdigit() or text == "0":
            self._screen.refuse("Type vote and the number of a seat, counted from 1.")
        elif not await self._client.vote_out(int(text) - 1):
            self._screen.note("Your vote is counted; others have to vote as well.")

    async def _hint(self, _: str) -> None:
        choice = self._greedy_choice()
        if choice is not None:
            self._screen.note(f"The greedy bot would choose: {choice.words}.")

    async def _auto(self, _: str) -> None:
        choice = self._greedy_choice()
        if choice is not None:
            await self._submit(choice.command)

    def _greedy_choice(self) -> Choice | None:
        """What the greedy bot would do; None when there is nothing to decide."""
        if self._decision is None or self._view is None:
            self._screen.refuse("It is not your turn.")
            return None
        game = self._table.game
        commands = [getattr(choice.command, game) for choice in self._choices]
        values = VALUES[game](getattr(self._view, game), commands, self._seat)
        return self._choices[best(values, Random(1))]

    async def _why(self, text: str) -> None:
        """Try a command without playing it, and say which rule forbids it."""
        if not text:
            usages = typed.kinds(self._table.game)
            now = dict.fromkeys(typed.kind_of(choice.command) for choice in self._choices)
            others = ", ".join(kind for kind in usages if kind not in now)
            self._screen.note("Type why and a command:", *(f"  {usages[kind]}" for kind in now))
            self._screen.note(f"{'At other times' if now else 'At some time'}: {others}")
            return
        if self._decision is None:
            self._screen.refuse("It is not your turn.")
            return
        try:
            command = self._meant(text)
        except typed.NotACommand as wrong:
            self._screen.refuse(f"That can't be tried: {wrong}.")
            return
        preview = await self._client.preview(self._decision.id, command)
        more = [*self._story.tell(preview.events)] + (
            ["and then something new shows"] if preview.stopped_before_reveal else []
        )
        self._screen.note("That is legal. It would bring:", *(f"  {line}" for line in more))

    def _meant(self, text: str) -> views_pb2.GameCommand:
        """The command of a choice's number, or one that is typed in full. Raises NotACommand."""
        if not text.isdigit():
            return typed.parse(self._table.game, text)
        entry = self._menu.picked(int(text)) if self._menu is not None else None
        if entry is None or len(entry.choices) > 1:
            raise typed.NotACommand(f"{text} is not the number of a single choice")
        return entry.choices[0].command

    async def _undo(self, text: str) -> None:
        asked = text.split()
        ask = "ask" in asked
        versions = [int(word) for word in asked if word.isdigit()]
        if not versions and ask and self._answered_at:
            versions = [self._answered_at[-1]]
        if not versions:
            points = (await self._client.get()).undo_points
            if not points:
                self._screen.refuse(
                    "There is nothing that you may take back on your own.",
                    "Something new was shown since, or another player has moved. `undo ask` asks the others.",
                )
                return
            versions = [points[0].to_version]
        if not await self._client.undo(versions[0], ask_others=ask):
            self._screen.note("The others are being asked.")
            return
        self._answered_at = [version for version in self._answered_at if version < versions[0]]
        self._decision = None  # decisions have new names after an undo

    async def _agree(self, _: str) -> None:
        await self._client.answer_undo(True)

    async def _refuse(self, _: str) -> None:
        await self._client.answer_undo(False)
