"""A complete client in one file: sits down at a table, plays legal moves, and follows what happens until the end.

It needs grpcio, protobuf and the code that was generated from proto/; see docs/getting-started.md.
"""

import argparse
import random
import time
import uuid

import grpc
from ludarium.v1 import (
    commands_pb2,
    commands_pb2_grpc,
    decisions_pb2,
    events_pb2,
    events_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    views_pb2,
)


class Client:
    """One player at one table."""

    def __init__(self, server: str, name: str) -> None:
        channel = grpc.insecure_channel(server)
        self.tables = tables_pb2_grpc.TableServiceStub(channel)
        self.commands = commands_pb2_grpc.CommandServiceStub(channel)
        self.events = events_pb2_grpc.EventServiceStub(channel)
        # A new player: a random id, and the token that goes with every call from now on. Keep it to come back later.
        request = players_pb2.CreatePlayerRequest(display_name=name)
        me = players_pb2_grpc.PlayerServiceStub(channel).CreatePlayer(request)
        self.auth = [("authorization", f"Bearer {me.token}")]
        self.table_id = ""
        self.seats = 0
        self.seat = 0

    def open(self, game: str, seats: int) -> None:
        """Open a table. Every request bears an id of ours: sent twice, it is carried out once."""
        options = views_pb2.GameOptions()
        getattr(options, game).SetInParent()  # the game with its default options
        request = tables_pb2.CreateTableRequest(options=options, seats=seats, request_id=new_id())
        self.table_id = self.tables.CreateTable(request, metadata=self.auth).table.table_id
        self.seats = seats

    def join(self) -> None:
        """Take the first free seat."""
        request = tables_pb2.JoinTableRequest(table_id=self.table_id, request_id=new_id())
        self.seat = self.tables.JoinTable(request, metadata=self.auth).seat
        print(f"table {self.table_id} seat {self.seat}", flush=True)

    def follow(self) -> None:
        """Read the table's frames, one for each command, until the game is over; answer what we are asked."""
        after = None  # the token of the last frame: where to go on when the connection is lost
        while True:
            request = events_pb2.SubscribeRequest(table_id=self.table_id, after=after)
            try:
                for response in self.events.Subscribe(request, metadata=self.auth):
                    after = response.frame.token
                    if self.take(response.frame):
                        return
            except grpc.RpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
            time.sleep(0.5)

    def take(self, frame: events_pb2.Frame) -> bool:
        """Look at what happened; True when it was the end."""
        for event in frame.events:
            kind = event.table.WhichOneof("event")
            if kind == "seat_taken" and event.table.seat_taken.seat == self.seats - 1:
                self.start()
            elif kind == "finished":
                places = [f"seat {r.seat} is number {r.place} with {r.score}" for r in event.table.finished.results]
                print("the end:", ", ".join(places), flush=True)
                return True
        for decision in frame.decisions:
            if decision.seat == self.seat and not decision.standing:
                self.answer(decision)
        return False

    def start(self) -> None:
        """Begin the game, now that the last seat is taken; only the player who opened the table may."""
        request = tables_pb2.StartTableRequest(table_id=self.table_id, request_id=new_id())
        self.tables.StartTable(request, metadata=self.auth)

    def answer(self, decision: decisions_pb2.Decision) -> None:
        """Give any of the legal answers to a decision; the server lists them, each with its words."""
        listing = commands_pb2.ListChoicesRequest(table_id=self.table_id, decision=decision.id)
        try:
            choice = random.choice(self.commands.ListChoices(listing, metadata=self.auth).choices)
            command = commands_pb2.SubmitRequest(
                table_id=self.table_id, command_id=new_id(), decision=decision.id, command=choice.command
            )
            self.commands.Submit(command, metadata=self.auth)
        except grpc.RpcError as error:
            # A frame of the past asks for what was answered long ago: DECISION_NOT_OPEN. Later frames tell more.
            if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                raise


def new_id() -> str:
    """A fresh id for a request or a command."""
    return str(uuid.uuid4())


def main() -> None:
    """Open a table for two and wait for somebody, or sit down at the one that is named."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--server", default="localhost:7443")
    parser.add_argument("--table", default="")
    parser.add_argument("--game", default="alhambra")
    arguments = parser.parse_args()
    client = Client(arguments.server, "Pythia")
    if arguments.table:
        client.table_id = arguments.table
    else:
        client.open(arguments.game, seats=2)
    client.join()
    client.follow()


if __name__ == "__main__":
    main()
