"""Cache of the values read from a device by the conditions on one screen."""

from __future__ import annotations

from typing import Protocol


class ValueReader(Protocol):
    """Protocol for the evaluation of expressions, implemented by devices and recorded values."""

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression and return its value as JSON text.

        Raises:
            NotSupported: the expression cannot be evaluated.
            DeviceError: the device is gone.
        """


class ValueCache:
    """Reader that evaluates each expression once, for several conditions on the same screen.

    All conditions use the same values, and an application's state is read only once.
    """

    def __init__(self, reader: ValueReader) -> None:
        """Create an empty cache for a reader."""
        self._reader = reader
        self._values: dict[str, str] = {}

    def read(self, expression: str) -> str:
        """Return the value of an expression, which is evaluated only on the first call.

        Raises:
            NotSupported: the expression cannot be evaluated.
            DeviceError: the device is gone.
        """
        if expression not in self._values:
            self._values[expression] = self._reader.read(expression)
        return self._values[expression]
