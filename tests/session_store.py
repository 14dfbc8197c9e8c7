"""Chooses the event store that a test session runs against: a given one, a container, or the embedded server."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.store.embedded import EmbeddedServer

SETTINGS = "redis-server --save '' --appendonly yes --appendfsync always --maxmemory-policy noeviction"


@dataclass(frozen=True, slots=True)
class SessionStore:
    """A store that can be started, and why it was chosen."""

    reason: str
    start: Callable[[Path], AbstractContextManager[str]]


def choose_store() -> SessionStore:
    """REDIS_URL if set, else a container if an engine answers and has the image, else the embedded server."""
    url = os.environ.get("REDIS_URL")
    if url:
        return SessionStore("REDIS_URL is set", lambda _: _given(url))
    image = os.environ.get("LUDARIUM_TEST_REDIS_IMAGE", "redis:8")
    obstacle = _obstacle_to_container(image)
    if obstacle is None:
        return SessionStore(f"a container of {image}", lambda _: _container(image))
    return SessionStore(f"the embedded server ({obstacle})", _embedded)


def _obstacle_to_container(image: str) -> str | None:
    try:
        import docker  # type: ignore[import-untyped]
    except ImportError:
        return "the docker library is not installed"
    try:
        engine = docker.from_env(timeout=5)
    except Exception:
        return "no Docker engine answers"
    try:
        if not engine.images.list(name=image):
            return f"Docker has no image {image}"
    except Exception as error:
        return f"Docker answers with {type(error).__name__}"
    finally:
        engine.close()
    return None


@contextmanager
def _given(url: str) -> Iterator[str]:
    yield url


@contextmanager
def _container(image: str) -> Iterator[str]:
    os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
    from testcontainers.redis import RedisContainer

    with RedisContainer(image).with_command(SETTINGS) as container:
        yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}/0"


@contextmanager
def _embedded(data_dir: Path) -> Iterator[str]:
    with EmbeddedServer(data_dir) as server:
        yield server.url
