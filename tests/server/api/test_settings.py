"""Settings: read from the environment, checked, and named in every complaint."""

import stat
from pathlib import Path

import pytest

from server.access.settings import BadSetting
from server.api.keys import KEY_FILE, with_token_key
from server.api.settings import Settings
from server.store.durability import Durability

KEY = "x" * 32


def test_without_any_setting_a_server_brings_its_own_store() -> None:
    settings = Settings.from_environment({})
    assert settings.embedded
    assert settings.guests_allowed
    assert settings.port == 7443


def test_every_setting_is_read() -> None:
    settings = Settings.from_environment(
        {
            "LUDARIUM_HOST": "0.0.0.0",
            "LUDARIUM_PORT": "9000",
            "LUDARIUM_REDIS": "redis://store:6379/0",
            "LUDARIUM_DURABILITY": "replicas:2",
            "LUDARIUM_CHECK_STORE": "off",
            "LUDARIUM_TOKEN_KEY": KEY,
            "LUDARIUM_IDLE_ABORT": "12h",
            "LUDARIUM_CACHE_TABLES": "50",
            "LUDARIUM_METRICS_PORT": "9100",
            "LUDARIUM_LOG_LEVEL": "WARNING",
            "LUDARIUM_LOG_JSON": "on",
            "UNRELATED": "x",
        }
    )
    assert (settings.host, settings.port, settings.redis) == ("0.0.0.0", 9000, "redis://store:6379/0")
    assert settings.durability == Durability.replicas(2)
    assert not settings.check_store
    assert not settings.guests_allowed
    assert settings.idle_abort == 12 * 3600
    assert (settings.cache_tables, settings.metrics_port) == (50, 9100)
    assert (settings.log_level, settings.log_json) == ("warning", True)


def test_what_is_given_goes_before_the_environment() -> None:
    settings = Settings.from_environment({"LUDARIUM_PORT": "9000"}, port=9001, host=None)
    assert settings.port == 9001
    assert settings.host == "127.0.0.1"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("DURABILITY", "eventually"),
        ("GUESTS", "perhaps"),
        ("IDLE_ABORT", "30 days"),
        ("LOG_LEVEL", "loud"),
        ("TOKEN_KEY", "s3cret"),
        ("TLS_CERT", "cert.pem"),
        ("REDIS", "redis://store"),
    ],
)
def test_a_bad_setting_is_named(variable: str, value: str) -> None:
    name = "LUDARIUM_TOKEN_KEY" if variable == "REDIS" else f"LUDARIUM_{variable}"
    with pytest.raises(BadSetting, match=name) as complaint:
        Settings.from_environment({f"LUDARIUM_{variable}": value})
    assert variable != "TOKEN_KEY" or value not in str(complaint.value)


def test_an_embedded_store_keeps_the_key_it_made(tmp_path: Path) -> None:
    settings = Settings.from_environment({}, data=tmp_path / "new" / "data")
    first, second = with_token_key(settings), with_token_key(settings)
    assert first.token_key == second.token_key
    assert len(first.token_key) >= 32
    mode = (tmp_path / "new" / "data" / KEY_FILE).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert with_token_key(Settings.from_environment({}, token_key=KEY)).token_key == KEY
