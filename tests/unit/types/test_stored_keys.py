"""Keys of renamed fields in stored episodes."""

from __future__ import annotations

import msgspec

from onscreen.types import Outcome, Task
from onscreen.types.task import Turn


def test_outcome_message_is_stored_as_said() -> None:
    """The message of an outcome is read and written under the key `said`, as in older episodes."""
    assert msgspec.json.decode(b'{"said":"typed Ann"}', type=Outcome) == Outcome(message="typed Ann")
    assert msgspec.json.decode(msgspec.json.encode(Outcome("typed Ann"))) == {
        "said": "typed Ann",
        "failed": "",
        "blocker": "",
    }


def test_earlier_turns_are_stored_as_said() -> None:
    """The earlier turns of a task are read and written under the key `said`, as in older episodes."""
    task = Task("and for Bob", earlier_turns=(Turn("Send mail to Ann"),))
    assert (
        msgspec.json.decode(
            b'{"instruction":"and for Bob","said":[{"instruction":"Send mail to Ann"}]}', type=Task
        )
        == task
    )
    assert msgspec.json.decode(msgspec.json.encode(task))["said"][0]["instruction"] == "Send mail to Ann"
