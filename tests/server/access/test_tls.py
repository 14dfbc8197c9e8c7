"""TLS on both ends: who has no certificate of ours stays outside, and a renewed one needs no restart."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from prometheus_client import CollectorRegistry

from clients.sdk.connection import Connection
from server.access import tls
from server.access.settings import BadSetting
from server.access.tls import BadCertificate, Certificates
from server.api.server import CommandServer
from server.api.settings import Settings
from tests.server.access.certificates import Authority, Pair
from tests.server.api.serving import serving


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Whom everybody trusts."""
    return Authority(tmp_path)


@pytest.fixture
async def server(
    store_url: str, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[CommandServer, Pair, CollectorRegistry]]:
    """A command server that shows a certificate and asks for one, and its pair."""
    monkeypatch.setattr(tls, "LOOK_SECONDS", 0.0)
    pair, registry = authority.pair("server"), CollectorRegistry()
    files: dict[str, Any] = {"tls_cert": pair.certificate, "tls_key": pair.key, "client_ca": authority.certificate}
    async with serving(store_url, registry=registry, host="localhost", **files) as server:
        yield server, pair, registry


async def healthy(server: CommandServer) -> bool:
    """Whether a new connection of the SDK, with the settings of the environment, finds the server well."""
    async with Connection(f"localhost:{server.port}", "localhost:1") as connection:
        return (await connection.health(deadline=20.0))["server"]


async def refused(server: CommandServer) -> bool:
    """Whether such a connection does not come to be."""
    async with Connection(f"localhost:{server.port}", "localhost:1") as connection:
        return not (await connection.health(deadline=1.0))["server"]


async def test_both_ends_show_certificates_and_a_renewed_one_needs_no_restart(
    server: tuple[CommandServer, Pair, CollectorRegistry],
    authority: Authority,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running, pair, registry = server
    mine = authority.pair("client")

    assert await refused(running), "it speaks no plain text"
    monkeypatch.setenv("LUDARIUM_TLS", str(authority.certificate))
    assert await refused(running), "without a certificate"
    strange = Authority(tmp_path / "", "stranger").pair("strange")
    monkeypatch.setenv("LUDARIUM_CLIENT_CERT", str(strange.certificate))
    monkeypatch.setenv("LUDARIUM_CLIENT_KEY", str(strange.key))
    assert await refused(running), "with a certificate of somebody else's"
    monkeypatch.setenv("LUDARIUM_CLIENT_CERT", str(mine.certificate))
    monkeypatch.setenv("LUDARIUM_CLIENT_KEY", str(mine.key))
    assert await healthy(running)

    def days_left() -> float:
        ends = registry.get_sample_value("ludarium_certificate_expires_timestamp_seconds")
        assert ends is not None
        return (ends - time.time()) / 86_400

    assert 29 < days_left() < 31
    authority.pair("server", days=90)
    assert await healthy(running)
    assert days_left() > 80
    pair.certificate.write_text("half a certifica")
    assert await healthy(running), "the one before it stays"
    assert days_left() > 80


def test_a_pair_that_does_not_fit_is_refused_at_the_start(authority: Authority) -> None:
    one, other = authority.pair("one"), authority.pair("other")
    with pytest.raises(BadCertificate, match="is not the key of"):
        Certificates(one.certificate, other.key)
    with pytest.raises(BadCertificate, match="can't be read"):
        Certificates(one.key, one.key)
    assert isinstance(Certificates(one.certificate, one.key).credentials(), grpc.ServerCredentials)


def test_asking_for_certificates_without_having_one_is_a_bad_setting(authority: Authority) -> None:
    with pytest.raises(BadSetting, match="LUDARIUM_CLIENT_CA"):
        Settings.from_environment({"LUDARIUM_CLIENT_CA": str(authority.certificate)})
