"""Every reason of the contract has the code that its comment promises, and travels as an ErrorInfo."""

import re
from pathlib import Path

from google.rpc import error_details_pb2, status_pb2
from ludarium.v1 import errors_pb2

from server.access.errors import CODES, status_of
from server.games.kernel.rejection import Rejected, illegal

CONTRACT = Path(__file__).parents[3] / "proto" / "ludarium" / "v1" / "errors.proto"


def test_every_reason_has_the_code_that_the_contract_names() -> None:
    promised = re.findall(r"// ([A-Z_]+): [^\n]*\n(?:  //[^\n]*\n)*  (REASON_[A-Z_]+) =", CONTRACT.read_text())

    assert {errors_pb2.Reason.Value(reason): code for code, reason in promised} == {
        reason: code.name for reason, code in CODES.items()
    }
    assert set(CODES) == set(errors_pb2.Reason.values()) - {errors_pb2.REASON_UNSPECIFIED}


def test_a_refusal_carries_reason_rule_and_metadata() -> None:
    status = status_of(illegal("R4.1", "No more than 5."))
    rich = status_pb2.Status.FromString(dict(status.trailing_metadata)["grpc-status-details-bin"])
    info = error_details_pb2.ErrorInfo()
    rich.details[0].Unpack(info)

    assert (status.code.name, status.details) == ("FAILED_PRECONDITION", "No more than 5.")
    assert (info.reason, info.domain, dict(info.metadata)) == ("ILLEGAL", "ludarium", {"rule": "R4.1"})


def test_metadata_of_a_reason_goes_along() -> None:
    status = status_of(Rejected(errors_pb2.REASON_UNDO_CLOSED, "No.", in_the_way="7"))

    assert b"in_the_way" in dict(status.trailing_metadata)["grpc-status-details-bin"]
