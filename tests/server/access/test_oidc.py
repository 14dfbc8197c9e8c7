"""Tokens of an OIDC issuer: taken when it vouches for them to us, and in no other case."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from ludarium.v1 import errors_pb2, players_pb2

from server.access import oidc
from server.access.gate import Gate
from server.access.oidc import Issuer, IssuerSettings
from server.access.settings import BadSetting
from server.access.tokens import Caller, Tokens
from server.api.settings import Settings
from server.games.kernel.rejection import Rejected
from tests.server.api.callers import Caller as Person
from tests.server.api.callers import Channel
from tests.server.api.conftest import KEY
from tests.server.api.serving import serving

PLAYER_KEY = "the key of players in tests, which never changes"


class House:
    """An issuer on this machine: its keys, and how often it was asked for them."""

    def __init__(self) -> None:
        self.keys: dict[str, Any] = {}
        self.asked = 0
        house = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.endswith("openid-configuration"):
                    document: Any = {"issuer": house.issuer, "jwks_uri": f"{house.issuer}/keys"}
                else:
                    house.asked += 1
                    document = house.document()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(document).encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_address[1]}"

    def document(self) -> dict[str, Any]:
        """The JWKS document."""
        shown = []
        for key_id, key in self.keys.items():
            algorithm = (
                jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else jwt.algorithms.ECAlgorithm
            )
            shown.append({**json.loads(algorithm.to_jwk(key.public_key())), "kid": key_id, "use": "sig"})
        return {"keys": shown}

    def token(self, key_id: str = "one", key: Any = None, **changes: Any) -> str:
        """A token for Ada, with some claims changed; those changed to None are left out."""
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": "ludarium", "sub": "ada@example.com", "iat": now, "exp": now + 300}
        claims = {name: value for name, value in (claims | changes).items() if value is not None}
        key = key or self.keys[key_id]
        algorithm = "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"
        return jwt.encode(claims, key, algorithm, headers={"kid": key_id})


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """An issuer with two keys."""
    house = House()
    house.keys = {"one": rsa.generate_private_key(65537, 2048), "two": ec.generate_private_key(ec.SECP256R1())}
    threading.Thread(target=house.server.serve_forever, daemon=True).start()
    yield house
    house.server.shutdown()
    house.server.server_close()


@pytest.fixture
def settings(house: House) -> IssuerSettings:
    """How to believe the house."""
    return IssuerSettings(house.issuer, "ludarium", "", "ludarium_role", PLAYER_KEY)


@pytest.fixture
def gate(settings: IssuerSettings) -> Gate:
    """Takes its tokens, and our own."""
    return Gate(Tokens(KEY), Issuer(settings))


async def read(gate: Gate, token: str) -> Caller:
    """Who that is."""
    return await gate.caller(f"Bearer {token}")


async def refused(gate: Gate, token: str) -> str:
    """How it is refused."""
    with pytest.raises(Rejected) as refusal:
        await read(gate, token)
    assert refusal.value.reason == errors_pb2.REASON_NO_VALID_TOKEN
    assert token not in refusal.value.message
    return refusal.value.message


async def test_a_person_is_always_the_same_player_and_the_id_tells_nothing(gate: Gate, house: House) -> None:
    ada = await read(gate, house.token("one"))
    assert await read(gate, house.token("two")) == ada
    assert (len(ada.player_id), ada.role, ada.by_issuer) == (20, players_pb2.ROLE_PLAYER, True)
    assert "ada" not in ada.player_id
    assert (await read(gate, house.token(sub="ben"))).player_id != ada.player_id
    own = Tokens(KEY).issue("p1", players_pb2.ROLE_PLAYER)
    assert await read(gate, own) == Caller("p1", players_pb2.ROLE_PLAYER)


@pytest.mark.parametrize(
    ("claimed", "role"),
    [
        ("operator", players_pb2.ROLE_OPERATOR),
        (["spectator", "player"], players_pb2.ROLE_PLAYER),
        (["spectator"], players_pb2.ROLE_SPECTATOR),
        (["emperor"], players_pb2.ROLE_PLAYER),
        (7, players_pb2.ROLE_PLAYER),
        ({"operator": True}, players_pb2.ROLE_PLAYER),
    ],
)
async def test_the_claim_gives_the_role(gate: Gate, house: House, claimed: Any, role: int) -> None:
    assert (await read(gate, house.token(ludarium_role=claimed))).role == role


async def test_what_the_issuer_does_not_vouch_for_to_us_is_refused(gate: Gate, house: House) -> None:
    now = int(time.time())
    stranger = rsa.generate_private_key(65537, 2048)
    public = (
        house.keys["one"]
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    header, payload, _ = house.token("one").split(".")
    assert "expired" in await refused(gate, house.token(exp=now - 120))
    for token in (
        house.token("one", key=stranger),
        house.token(aud="another-service"),
        house.token(iss="https://issuer.example.com"),
        house.token(nbf=now + 600),
        house.token(exp=None),
        house.token(sub=None),
        house.token(sub=""),
        house.token(aud=None),
        f"{header}.{payload}.",
        f"{header}.{payload}.AAAA",
        jwt.encode({"sub": "ada", "aud": "ludarium", "role": "operator"}, "", "none"),
        _hs256_with(public, house.token("one")),
    ):
        await refused(gate, token)


def _hs256_with(public_key: bytes, token: str) -> str:
    """The classic confusion: the public key, which everybody has, as the secret of a symmetric signature."""
    header = jwt.utils.base64url_encode(b'{"alg":"HS256","typ":"JWT","kid":"one"}').decode()
    signed = f"{header}.{token.split('.')[1]}"
    digest = hmac.new(public_key, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{jwt.utils.base64url_encode(digest).decode()}"


def _forged(token: str) -> str:
    """The token with another signature."""
    signed, _, signature = token.rpartition(".")
    return f"{signed}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"


async def test_keys_are_kept_rotate_and_strange_ids_ask_for_nothing(
    gate: Gate, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await read(gate, house.token("one"))
    asked = house.asked
    for number in range(20):
        await refused(gate, _forged(house.token("one", sub=str(number))))
        await refused(gate, house.token(f"kid{number}", key=house.keys["one"]))
    assert house.asked == asked, "what strangers send does not make us ask"

    monkeypatch.setattr(oidc, "RETRY_SECONDS", 0.0)
    house.keys["three"] = ec.generate_private_key(ec.SECP256R1())
    withdrawn = house.keys.pop("two")
    try:
        assert await read(gate, house.token("three"))
        await refused(gate, house.token("two", key=withdrawn))
    finally:
        house.keys["two"] = withdrawn


async def test_an_issuer_that_is_away_has_withdrawn_nothing(
    settings: IssuerSettings, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(oidc, "KEYS_SECONDS", 0.0)
    file = tmp_path / "keys.json"
    gate = Gate(Tokens(KEY), Issuer(replace(settings, keys=str(file))))
    await refused(gate, house.token("one"))
    file.write_text(json.dumps(house.document()))
    assert await read(gate, house.token("one"))
    file.write_text("<html>we are back soon</html>")
    assert await read(gate, house.token("two"))


async def test_keys_are_not_fetched_in_plain_text(settings: IssuerSettings, house: House) -> None:
    gate = Gate(Tokens(KEY), Issuer(replace(settings, keys="http://keys.example.com/jwks")))
    await refused(gate, house.token("one"))


async def test_a_person_takes_a_name_and_opens_a_table(store_url: str, house: House) -> None:
    environment = {"LUDARIUM_OIDC_ISSUER": house.issuer, "LUDARIUM_PLAYER_KEY": PLAYER_KEY}
    async with serving(store_url, environment) as server:
        channel = Channel(f"127.0.0.1:{server.port}", server.tokens)
        me = Person("", house.token("one"))
        request = players_pb2.CreatePlayerRequest(display_name="Ada")
        created = await channel.players.CreatePlayer(request, metadata=me.metadata)
        again = await channel.players.CreatePlayer(request, metadata=me.metadata)
        assert (created.profile, created.token) == (again.profile, "")
        assert await channel.open_table(me)
        await channel.close()


def test_an_issuer_needs_a_key_for_players() -> None:
    with pytest.raises(BadSetting, match="LUDARIUM_PLAYER_KEY"):
        Settings.from_environment({"LUDARIUM_OIDC_ISSUER": "https://id.example.com", "LUDARIUM_PLAYER_KEY": "short"})
