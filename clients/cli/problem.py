"""What a person can mend: said in a sentence, never as a traceback."""


class Problem(Exception):
    """A command of the command line can't go on. `message` says what is wrong, `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "", code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
