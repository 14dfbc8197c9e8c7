"""A table through the SDK, against real servers."""

from contextlib import aclosing

import pytest
from ludarium.games.alhambra.v1 import commands_pb2 as alhambra
from ludarium.v1 import decisions_pb2, queries_pb2, tables_pb2, views_pb2

from clients.sdk.connection import Connection
from clients.sdk.errors import NotAllowed, NotFound, Refused
from clients.sdk.players import create_player, names
from clients.sdk.queries import QueryClient
from clients.sdk.tables import Choice, TableClient
from tests.clients.conftest import OPTIONS, Deployment, started_table


async def test_a_guest_becomes_a_player_with_a_name(deployment: Deployment) -> None:
    async with deployment.connect("") as connection:
        player_id, bearer = await create_player(connection, "Cy")
        connection.token = bearer
        assert await names(connection, [player_id, "nobody"]) == {player_id: "Cy"}


async def test_a_table_is_opened_filled_and_started(ada: Connection, bea: Connection) -> None:
    table = await TableClient.create(ada, OPTIONS, 3)
    assert await table.join(color="red") == 0
    assert await TableClient(bea, table.table_id).join(seat=2) == 2
    assert await table.add_bot("greedy") == 1
    await table.start()
    seen = await table.get()
    assert seen.table.status == tables_pb2.TABLE_STATUS_RUNNING
    assert [seat.bot for seat in seen.table.seats] == ["", "greedy", ""]
    assert seen.seat == 0
    assert seen.view.alhambra.players[0].hand
    assert not seen.view.alhambra.players[1].hand


async def test_a_request_under_the_same_id_opens_one_table(ada: Connection) -> None:
    first = await TableClient.create(ada, OPTIONS, 2, request_id="once only")
    second = await TableClient.create(ada, OPTIONS, 2, request_id="once only")
    assert first.table_id == second.table_id


async def test_choices_come_page_by_page_and_every_one_of_them_previews_as_legal(
    ada: Connection, bea: Connection
) -> None:
    players = await started_table(ada, bea)
    decision = (await players[0].get()).decisions[0]
    table = players[decision.seat]
    whole = await table.list_choices(decision.id)
    paged = [choice async for choice in table.choices(decision.id, page_size=2)]
    assert paged == whole
    assert await table.list_choices(decision.id, 2, at_most=3) == whole[:3]
    before = (await table.get()).token
    for choice in whole:
        await table.preview(decision.id, choice.command)
    assert (await table.get()).token == before


async def test_a_command_is_carried_out_once_and_can_be_taken_back(ada: Connection, bea: Connection) -> None:
    players = await started_table(ada, bea)
    table, decision = await _at_move(players)
    while not (exact := await _exact_purchase(table, decision)):  # it reveals nothing, so it can be taken back
        await table.submit(decision.id, (await table.list_choices(decision.id))[0].command)
        table, decision = await _at_move(players)
    first = await table.submit(decision.id, exact.command, command_id="exactly once")
    again = await table.submit(decision.id, exact.command, command_id="exactly once")
    assert again.repeated
    assert again.token == first.token
    points = (await table.get()).undo_points
    assert await table.undo(points[0].to_version)
    reopened = (await table.get()).decisions[0]
    assert reopened.id != decision.id
    await table.submit(reopened.id, exact.command)


async def _exact_purchase(table: TableClient, decision: decisions_pb2.Decision) -> Choice | None:
    choices = await table.list_choices(decision.id)
    return next((choice for choice in choices if ", exactly" in choice.words), None)


async def _at_move(players: dict[int, TableClient]) -> tuple[TableClient, decisions_pb2.Decision]:
    """Whose turn it is, and the decision that is open."""
    decision = (await players[0].get()).decisions[0]
    return players[decision.seat], decision


async def test_refusals_carry_the_rule_and_change_nothing(ada: Connection, bea: Connection) -> None:
    players = await started_table(ada, bea)
    decision = (await players[0].get()).decisions[0]
    table, other = players[decision.seat], players[1 - decision.seat]
    greed = views_pb2.GameCommand(alhambra=alhambra.Command(take_money=alhambra.TakeMoney(cards=["florin_9"] * 5)))
    with pytest.raises(Refused) as caught:
        await table.submit(decision.id, greed)
    assert caught.value.reason == "ILLEGAL"
    assert caught.value.rule == "R4.1"
    assert caught.value.table_version == (await table.get()).token.version
    with pytest.raises(NotAllowed) as not_mine:
        await other.submit(decision.id, greed)
    assert not_mine.value.reason == "NOT_YOUR_DECISION"
    with pytest.raises(NotFound):
        await TableClient(ada, "01ARZ3NDEKTSV4RRFFQ69G5FAV").get()


async def test_the_read_side_answers_at_least_as_fresh_as_a_command(ada: Connection, bea: Connection) -> None:
    players = await started_table(ada, bea)
    decision = (await players[0].get()).decisions[0]
    table = players[decision.seat]
    answer = await table.submit(decision.id, (await table.list_choices(decision.id))[0].command)
    queries = QueryClient(ada)
    scoreboard = await queries.scoreboard(table.table_id, answer.token)
    assert not scoreboard.behind
    index = await queries.replay_index(table.table_id, answer.token)
    assert index.index.versions >= answer.token.version
    frame = await queries.frame(table.table_id, answer.token.version)
    assert frame.version == answer.token.version
    moments = [moment.version async for moment in queries.frames(table.table_id, to_version=5)]
    assert moments == [1, 2, 3, 4, 5]
    rows = [row.table.table_id async for row in queries.tables(player_id="ada", page_size=1)]
    assert table.table_id in rows


async def test_every_frame_shows_what_a_replay_shows_of_its_version(ada: Connection, bea: Connection) -> None:
    players = await started_table(ada, bea)
    for _ in range(10):
        table, decision = await _at_move(players)
        await table.submit(decision.id, (await table.list_choices(decision.id))[0].command)
    last = (await players[0].get()).token.version
    views: dict[int, views_pb2.GameView] = {}
    async with aclosing(players[0].follow()) as frames:
        async for frame in frames:
            views[frame.token.version] = frame.view
            if frame.token.version == last:
                break
    eyes = queries_pb2.ReplayViewer(seat=0)
    for version in (last, sorted(views)[-4]):
        assert views[version] == (await QueryClient(ada).frame(players[0].table_id, version, eyes)).view
