"""The image that .ci/docker-redis makes is a Redis as the store needs it."""

import os

import pytest
from redis import Redis
from testcontainers.core.container import DockerContainer

IMAGE = os.environ.get("LUDARIUM_TEST_REDIS_IMAGE")


@pytest.mark.any_store
@pytest.mark.skipif(IMAGE is None, reason="LUDARIUM_TEST_REDIS_IMAGE is not set: see .ci/docker-redis")
def test_a_container_of_the_image_answers_on_its_published_port() -> None:
    assert IMAGE
    command = "redis-server --save '' --appendonly yes"
    with DockerContainer(IMAGE).with_command(command).with_exposed_ports(6379) as container:
        host, port = container.get_container_host_ip(), int(container.get_exposed_port(6379))
        with Redis(host=host, port=port, decode_responses=True) as redis:
            assert redis.config_get("appendonly") == {"appendonly": "yes"}
            assert int(redis.info("server")["redis_version"].split(".")[0]) >= 7
