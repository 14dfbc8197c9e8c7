"""Erasing a player takes the name, everywhere, and nothing else."""

import pytest
from ludarium.v1 import players_pb2

from clients.cli.story import seat_names
from clients.sdk.connection import Connection
from clients.sdk.errors import NotAllowed, NotFound
from clients.sdk.players import ERASED, create_player, erase_player, names
from clients.sdk.queries import QueryClient
from clients.sdk.tables import TableClient
from tests.clients.conftest import OPTIONS, Deployment, token


async def test_a_player_is_erased_by_nobody_else_and_by_an_operator(deployment: Deployment, ada: Connection) -> None:
    async with deployment.connect("") as connection:
        cy, _ = await create_player(connection, "Cy")
    watcher = ada.acting_with(token(cy, players_pb2.ROLE_SPECTATOR))
    operator = ada.acting_with(token("op", players_pb2.ROLE_OPERATOR))
    for other in (ada, watcher):
        with pytest.raises(NotAllowed):
            await erase_player(other, cy)
    with pytest.raises(NotFound):
        await erase_player(operator, "nobody")
    assert await names(ada, [cy]) == {cy: "Cy"}
    await erase_player(operator, cy)
    await erase_player(operator, cy)
    assert await names(ada, [cy, "nobody"]) == {cy: ERASED}


async def test_tables_keep_the_random_id_and_the_record_keeps_every_byte(
    deployment: Deployment, ada: Connection, bea: Connection
) -> None:
    async with deployment.connect("") as connection:
        cy, connection.token = await create_player(connection, "Cy Coleman")
        table = await TableClient.create(connection, OPTIONS, 2)
        await table.join()
        await TableClient(bea, table.table_id).join()
        await table.start()
        operator = ada.acting_with(token("op", players_pb2.ROLE_OPERATOR))
        await TableClient(operator, table.table_id).abort()
        last = (await table.get()).token
        queries = QueryClient(connection)
        index = (await queries.replay_index(table.table_id, last)).index
        record = await queries.export(table.table_id)
        frame = await queries.frame(table.table_id)
        assert (await seat_names(connection, index.table))[0] == "Cy Coleman"

        await erase_player(connection)

        assert await queries.export(table.table_id) == record
        assert await queries.frame(table.table_id) == frame
        assert (await queries.replay_index(table.table_id)).index == index
        assert [seat.player_id for seat in index.table.seats] == [cy, "bea"]
        assert (await seat_names(connection, index.table))[0] == f"{ERASED} 1"
        assert b"Coleman" not in record
