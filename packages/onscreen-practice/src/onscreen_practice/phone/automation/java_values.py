"""Conversion of JSON values to Java types, with the errors of the Jackson library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from onscreen_practice.phone.shell.phone_interface import Json

MAPPING_ERROR = "com.fasterxml.jackson.databind.JsonMappingException"
FORMAT_ERROR = "com.fasterxml.jackson.databind.exc.InvalidFormatException"
UNKNOWN_FIELD_ERROR = "com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException"
NULL_ERROR = "java.lang.NullPointerException"
NOT_FOUND_ERROR = "androidx.test.uiautomator.UiObjectNotFoundException"
NOT_IMPLEMENTED_ERROR = "com.wetest.uia2.exceptions.NotImplementedException"
_TOKEN_NAMES = {
    type(None): "VALUE_NULL",
    int: "VALUE_NUMBER_INT",
    float: "VALUE_NUMBER_FLOAT",
    str: "VALUE_STRING",
    list: "START_ARRAY",
    dict: "START_OBJECT",
}
_BOOLEANS = {"true": True, "True": True, "false": False, "False": False}


class JavaError(Exception):
    """Java exception thrown by a simulated Android server, with its class name and message."""

    def __init__(self, class_name: str, message: str) -> None:
        super().__init__(message)
        self.class_name = class_name


def token_name(value: Json) -> str:
    """Return Jackson's name for the first token of a JSON value, such as VALUE_STRING."""
    if isinstance(value, bool):
        return f"VALUE_{str(value).upper()}"
    return _TOKEN_NAMES[type(value)]


def wrong_token(type_name: str, value: Json) -> JavaError:
    """Create Jackson's error for a JSON value that cannot be converted to a Java type."""
    return JavaError(
        MAPPING_ERROR, f"Can not deserialize instance of {type_name} out of {token_name(value)} token"
    )


def to_integer(value: Json) -> int:
    """Convert a JSON value to a Java int or long.

    Null and the empty string are converted to 0.

    Raises:
        JavaError: the value is not a number.
    """
    return int(to_float(value, type_name="int"))


def to_float(value: Json, *, type_name: str = "float") -> float:
    """Convert a JSON value to a Java float.

    Null and the empty string are converted to 0.

    Raises:
        JavaError: the value is not a number.
    """
    if value is None or value == "":
        return 0
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise wrong_token(type_name, value)
    try:
        return int(value) if type_name == "int" else float(value)
    except ValueError:
        raise JavaError(
            FORMAT_ERROR,
            f"Can not construct instance of {type_name} from String value '{value}': "
            f"not a valid {'Integer' if type_name == 'int' else type_name} value",
        ) from None


def to_boolean(value: Json) -> bool:
    """Convert a JSON value to a Java boolean.

    Null is converted to False.

    Raises:
        JavaError: the value is not a boolean, a number or one of the texts "true" and "false".
    """
    if value is None or isinstance(value, bool | int):
        return bool(value)
    if not isinstance(value, str):
        raise wrong_token("boolean", value)
    if value not in _BOOLEANS:
        raise JavaError(
            FORMAT_ERROR,
            f"Can not construct instance of boolean from String value '{value}': "
            'only "true" or "false" recognized',
        )
    return _BOOLEANS[value]


def to_text(value: Json) -> str | None:
    """Convert a JSON string, number, boolean or null to a Java String.

    Returns None for null.

    Raises:
        JavaError: the value is a list or an object.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list | dict):
        raise wrong_token("java.lang.String", value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def require_text(value: Json) -> str:
    """Convert a JSON value to a Java String that must not be null.

    Raises:
        JavaError: the value is null, a list or an object.
    """
    text = to_text(value)
    if text is None:
        raise JavaError(NULL_ERROR, "Attempt to invoke virtual method on a null object reference")
    return text


def to_list(value: Json, *, type_name: str) -> Sequence[Json]:
    """Return the elements of a JSON array, treating null as an empty array.

    Raises:
        JavaError: the value is neither a list nor null.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        raise wrong_token(type_name, value)
    return value


def to_fields(
    value: Json, fields: Mapping[str, Callable[[Json], object]], *, class_name: str
) -> dict[str, object]:
    """Convert each field of a JSON object with the converter for the field's name.

    Raises:
        JavaError: the value is not an object, has an unknown field, or a field has the wrong type.
    """
    if isinstance(value, str):
        raise JavaError(
            MAPPING_ERROR,
            f"Can not construct instance of {class_name}: no String-argument constructor/factory method "
            f"to deserialize from String value ('{value}')",
        )
    if not isinstance(value, dict):
        raise wrong_token(class_name, value)
    unknown = next((name for name in value if name not in fields), None)
    if unknown is not None:
        raise JavaError(
            UNKNOWN_FIELD_ERROR,
            f'Unrecognized field "{unknown}" (class {class_name}), not marked as ignorable '
            f"({len(fields)} known properties: {', '.join(map(repr, fields))})",
        )
    return {name: fields[name](part) for name, part in value.items()}
