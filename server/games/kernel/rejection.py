"""Rejections: how a rule, or the table, says no."""

from ludarium.v1 import errors_pb2

Reason = errors_pb2.Reason


class Rejected(Exception):
    """A command was refused; nothing happened.

    `reason` is the machine-readable half, `message` a sentence for people, `rule` the number of the rule that was
    broken (empty when it was none of a game's), `metadata` what else the reason's comment in the contract promises.
    """

    def __init__(self, reason: errors_pb2.Reason.ValueType, message: str, rule: str = "", **metadata: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.rule = rule
        self.metadata = metadata

    @property
    def reason_name(self) -> str:
        """The reason as ErrorInfo carries it: `ILLEGAL`."""
        return Reason.Name(self.reason).removeprefix("REASON_")


def illegal(rule: str, message: str) -> Rejected:
    """The refusal of something that a rule of the game forbids: `raise illegal("R4.1", "…")`."""
    return Rejected(Reason.REASON_ILLEGAL, message, rule)
