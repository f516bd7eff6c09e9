"""Cache of the values that the conditions of one screen read from a device."""

from __future__ import annotations

from typing import Protocol


class ValueReader(Protocol):
    """Part of the device interface that evaluates expressions, which recorded values implement as well."""

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression and return its value as JSON text.

        Raises:
            NotSupported: the expression cannot be evaluated.
            DeviceError: the device is gone.
        """


class ValueCache:
    """Reader that evaluates each expression once, for conditions that are evaluated on the same screen.

    All of them see the same values, and an application's state is read only once.
    """

    def __init__(self, reader: ValueReader) -> None:
        """Start with no value."""
        self._reader = reader
        self._values: dict[str, str] = {}

    def read(self, expression: str) -> str:
        """Return the value of an expression, which is evaluated at the first call.

        Raises:
            NotSupported: the expression cannot be evaluated.
            DeviceError: the device is gone.
        """
        if expression not in self._values:
            self._values[expression] = self._reader.read(expression)
        return self._values[expression]
