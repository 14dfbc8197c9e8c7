"""`ludarium health`: whether a process says that it serves, as the image's health check asks."""

import os
from typing import Annotated

import typer

from clients.cli.options import Json
from clients.cli.problem import Problem


def health(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="ADDRESS",
            help="Who is asked: HOST:PORT of a gRPC health service, or the http:// address of the viewer's. "
            "Without it: localhost and LUDARIUM_HEALTH_PORT.",
        ),
    ] = None,
    service: Annotated[
        str, typer.Option("--service", help="The service that is meant: empty for all, live for the process alone.")
    ] = "",
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, metavar="SECONDS", help="How long to wait.")] = 5.0,
    as_json: Json = False,
) -> None:
    """Ask a process whether it serves. Ends with 0 if it does, and with 1 and a sentence if it does not."""
    from clients.cli.output import say, say_json

    port = os.environ.get("LUDARIUM_HEALTH_PORT")
    if address is None and not port:
        raise Problem("Nobody is named to be asked.", "Give an address, or set LUDARIUM_HEALTH_PORT.")
    address = address or f"localhost:{port}"
    serves = _http_serves(address, timeout) if "://" in address else _grpc_serves(address, service, timeout)
    if not serves:
        raise Problem(f"{address} says that it does not serve.")
    say_json({"address": address, "serving": True}) if as_json else say(f"{address} serves.")


def _grpc_serves(address: str, service: str, timeout: float) -> bool:
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    with grpc.insecure_channel(address) as channel:
        try:
            request = health_pb2.HealthCheckRequest(service=service)
            answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=timeout)
        except grpc.RpcError as error:
            cause = error.code().name.lower().replace("_", " ")
            raise Problem(f"{address} does not say that it serves: {cause}.") from None
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _http_serves(address: str, timeout: float) -> bool:
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=timeout) as answer:  # noqa: S310 - whoever runs this names the address
            return bool(answer.status == 200)
    except (OSError, ValueError) as error:
        raise Problem(f"{address} does not say that it serves: {error}.") from None
