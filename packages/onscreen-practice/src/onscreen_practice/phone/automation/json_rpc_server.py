"""JSON-RPC 2.0 server that imitates the library jsonrpc4j, with overloaded methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from onscreen_practice.phone.automation.http_exchange import ConnectionAborted
from onscreen_practice.phone.automation.java_values import JavaError
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.phone_interface import Json

PARSE_ERROR = (-32700, "JSON parse error")
INVALID_REQUEST = (-32600, "invalid request")
METHOD_NOT_FOUND = (-32601, "method not found")
INVALID_PARAMETERS = (-32602, "method parameters invalid")
EXCEPTION_CODE = -32001
_VERSION = "2.0"
_NULL_ID = "null"

Arguments = Sequence[Json]


class Parameter(msgspec.Struct, frozen=True):
    """Type of a method parameter: a converter from JSON, and a test for exact matches.

    The converter raises a JavaError if a JSON value cannot be converted.
    """

    convert: Callable[[Json], object]
    matches: Callable[[Json], bool]


class Overload(msgspec.Struct, frozen=True):
    """One signature of an overloaded method, with its implementation."""

    parameters: tuple[Parameter, ...]
    call: Callable[[Arguments], object]


MethodTable = Mapping[str, tuple[Overload, ...]]


def answer_json_rpc(body: bytes, methods: MethodTable) -> bytes:
    """Execute a JSON-RPC request or batch and return the encoded response.

    Returns b"" for a notification.

    Raises:
        ConnectionAborted: the parameters are neither a list nor an object.
    """
    try:
        request = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _encode_error("jsonrpc", _NULL_ID, error=PARSE_ERROR)
    if isinstance(request, list):
        return b"[" + b",".join(_answer_one(each, methods) for each in request) + b"]"
    return _answer_one(request, methods)


def _answer_one(request: Json, methods: MethodTable) -> bytes:
    if not isinstance(request, dict):
        return _encode_error(_VERSION, _NULL_ID, error=INVALID_REQUEST)
    request_id = request.get("id")
    version = str(request.get("jsonrpc") or _VERSION)
    overloads = methods.get(str(request.get("method")), ())
    if not overloads:
        return _encode_error(version, request_id, error=METHOD_NOT_FOUND)
    arguments = _read_arguments(request.get("params"))
    overload = _select_overload(overloads, arguments) if arguments is not None else None
    if overload is None or arguments is None:
        return _encode_error(version, request_id, error=INVALID_PARAMETERS)
    return _answer_call(overload, arguments, version=version, request_id=request_id)


def _answer_call(overload: Overload, arguments: Arguments, *, version: str, request_id: Json) -> bytes:
    try:
        result = _call(overload, arguments)
    except JavaError as error:
        return _encode_exception(error, version=version, request_id=request_id)
    if request_id is None:
        return b""
    return msgspec.json.encode({"jsonrpc": version, "id": request_id, "result": result})


def _call(overload: Overload, arguments: Arguments) -> object:
    """Check all arguments and call the implementation, converting phone errors to JavaError."""
    for parameter, value in zip(overload.parameters, arguments, strict=True):
        parameter.convert(value)
    try:
        return overload.call(arguments)
    except PhoneError as error:
        raise JavaError("java.lang.IllegalStateException", str(error)) from error


def _read_arguments(parameters: Json) -> Arguments | None:
    """Return the positional arguments of a call, or None if the arguments are named."""
    if parameters is None or parameters == {}:
        return ()
    if isinstance(parameters, list):
        return parameters
    if isinstance(parameters, dict):
        return None
    raise ConnectionAborted(f"Unknown params node type: {parameters}")


def _select_overload(overloads: Sequence[Overload], arguments: Arguments) -> Overload | None:
    """Select the best match among the overloads with the right number of parameters, or None."""
    candidates = [each for each in overloads if len(each.parameters) == len(arguments)]

    def count_matches(overload: Overload) -> int:
        pairs = zip(overload.parameters, arguments, strict=True)
        return sum(value is None or parameter.matches(value) for parameter, value in pairs)

    return max(candidates, key=count_matches, default=None)


def _encode_exception(error: JavaError, *, version: str, request_id: Json) -> bytes:
    data = str(error)
    if not error.class_name.endswith("UiObjectNotFoundException"):
        data = f"{error.class_name}: {error}\n"
    return _encode_error(version, request_id, error=(EXCEPTION_CODE, error.class_name), data=data)


def _encode_error(version: str, request_id: Json, *, error: tuple[int, str], data: str = "") -> bytes:
    code, message = error
    body: dict[str, Json] = {"code": code, "message": message}
    if data:
        body["data"] = data
    return msgspec.json.encode({"jsonrpc": version, "id": request_id, "error": body})
