"""The one exception for a request that cannot be done."""


class Refusal(Exception):
    """A request was refused: ``code`` is one of the referee's codes, ``message`` one sentence.

    The message names what was wrong and what would have been allowed. State is unchanged.
    """

    def __init__(self, code: str, message: str):
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message
