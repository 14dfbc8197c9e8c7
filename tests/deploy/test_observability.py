"""Alerts, dashboard and scaling speak of what the processes measure, and what they log has ids and no secrets."""

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import promql_parser
import pytest
import yaml
from ludarium.v1 import (
    players_pb2,
    queries_pb2,
    queries_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

from clients.rehearse.processes import KEY
from tests.deploy.house import CLIENTS, PASSWORD, ROLES, WatchedHouse, eventually, store_with_password
from tests.deploy.manifests import DEPLOY
from tests.deploy.rules import ALERTS, RULE, prometheus_rule

DASHBOARD = DEPLOY / "observability" / "dashboard.json"
SCALING = DEPLOY / "kubernetes" / "components" / "keda" / "worker.yaml"
RUNBOOK = DEPLOY.parent / "docs" / "runbook.md"
NAMES = re.compile(r"\b(?:ludarium|process)_\w+")
TRACE = "0af7651916cd43dd8448eb211c80319c"


def alerts() -> list[dict[str, Any]]:
    """Every alert."""
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def expressions() -> dict[str, str]:
    """Every expression of ours, by where it stands."""
    found = {rule["alert"]: rule["expr"] for rule in alerts()}
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel.get("targets", ()):
            found[f"{panel['title']} {target['refId']}"] = target["expr"].replace("$__rate_interval", "5m")
    for trigger in yaml.safe_load(SCALING.read_text())["spec"]["triggers"]:
        found["scaling"] = trigger["metadata"]["query"]
    return found


def test_every_expression_can_be_read() -> None:
    assert len(expressions()) > 40
    for expression in expressions().values():
        promql_parser.parse(expression)


def test_every_alert_says_how_bad_it_is_and_has_an_entry_in_the_runbook() -> None:
    headings = re.findall(r"^## (\w+)$", RUNBOOK.read_text(), re.MULTILINE)
    named = [rule["alert"] for rule in alerts()]
    assert sorted(headings) == sorted(named)
    for rule in alerts():
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"].endswith(".")


def test_kubernetes_has_the_same_alerts() -> None:
    assert RULE.read_text() == prometheus_rule(), "python -m tests.deploy.rules writes them anew"


def test_panels_do_not_lie_on_each_other() -> None:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in panels}) == len(panels)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedHouse]:
    """Processes in which something has happened."""
    folder: Path = tmp_path_factory.mktemp("house")
    with store_with_password(folder) as redis, WatchedHouse(folder, redis).running() as house:
        player = house.tokens.issue("ada", players_pb2.ROLE_PLAYER)
        operator = house.tokens.issue("the-operator", players_pb2.ROLE_OPERATOR)
        request = tables_pb2.CreateTableRequest(seats=2, request_id="one")
        request.options.alhambra.SetInParent()
        with house.channel("server") as channel:
            tables: Any = tables_pb2_grpc.TableServiceStub(channel)
            table_id = tables.CreateTable(request, metadata=_with(player)).table.table_id
            abort = tables_pb2.AbortTableRequest(table_id=table_id, request_id="two")
            _refused(
                tables.AbortTable,
                abort,
                (*_with(player[:-3] + "AAA"), ("traceparent", f"00-{TRACE}-b7ad6b7169203331-01")),
            )
            tables.AbortTable(abort, metadata=(*_with(operator), ("x-request-id", "night-shift-7")))
        with house.channel("query") as channel:
            queries: Any = queries_pb2_grpc.QueryServiceStub(channel)
            queries.ListProjections(queries_pb2.ListProjectionsRequest(), metadata=_with(operator))
        eventually(lambda: "ludarium_archived_tables" in house.metrics("worker"), "the worker measures nothing")
        with urllib.request.urlopen(f"{house.viewer}enter", timeout=30) as answer:
            assert answer.status == 200
        house.secrets = (player, operator)  # type: ignore[attr-defined]
        yield house


def _with(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def _refused(method: Any, request: Any, metadata: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(grpc.RpcError) as refusal:
        method(request, metadata=metadata)
    error: Any = refusal.value
    assert error.code() == grpc.StatusCode.UNAUTHENTICATED
    assert dict(error.trailing_metadata())["x-request-id"] == TRACE


def test_every_metric_that_is_spoken_of_exists(house: WatchedHouse) -> None:
    existing = set().union(*(house.metrics(role) for role in ROLES))
    for where, expression in expressions().items():
        assert set(NAMES.findall(expression)) <= existing, where


def test_health_answers_without_tls_and_tells_the_process_from_its_store(house: WatchedHouse) -> None:
    for role in ("server", "query", "worker"):
        assert house.serves(role, "live")
        assert house.serves(role)


def test_logs_are_json_and_operators_acts_are_in_them(house: WatchedHouse) -> None:
    for role in ("server", "query", "worker"):
        assert all({"event", "level", "timestamp"} <= entry.keys() for entry in house.entries(role))
    (act,) = [entry for entry in house.entries("server") if entry["event"] == "operator"]
    assert act["operator"] == "the-operator"
    assert (act["method"], act["result"], act["correlation_id"]) == ("AbortTable", "ok", "night-shift-7")
    assert act["table_id"]
    (looked,) = [entry for entry in house.entries("query") if entry["event"] == "operator"]
    assert looked["method"] == "ListProjections"
    assert re.fullmatch(r"[0-9a-f]{16}", looked["correlation_id"])


def test_logs_and_metrics_hold_no_secrets(house: WatchedHouse) -> None:
    secrets = (KEY, PASSWORD, *house.secrets)  # type: ignore[attr-defined]
    for role in ROLES:
        assert house.log(role) or role in CLIENTS
        assert not [secret for secret in secrets if secret in house.log(role)]
        assert not [name for name in house.metrics(role) if PASSWORD in name]
