"""Runs that end on a page on which nothing was accepted."""

import pytest

from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Decision, Episode, Node, Outcome, Plan, Shot, Task

BOX = Box(0, 0, 10, 10)
UNLOADED = "chrome-error://chromewebdata/"
SAVE = Node("button", "Save", BOX)
LOGIN = (
    Node("textbox", "User", BOX, states=("editable",)),
    Node("textbox", "Password", BOX, states=("editable", "password")),
    Node("button", "Log in", BOX),
)
FIELDS = tuple(Node("textbox", name, BOX, states=("editable",)) for name in ("Name", "Mail", "Phone"))


def reasons(
    instruction: str,
    *nodes: Node,
    status: int = 0,
    first_status: int = 0,
    start: tuple[Node, ...] = (SAVE,),
    address: str = "https://a/next",
    first_address: str = "",
) -> list[str]:
    """The error messages that contradict a run whose last page has these nodes."""
    shots = (
        Shot(blank_picture(), start, address=first_address, error_status=first_status),
        Shot(blank_picture(), nodes, address=address, error_status=status),
    )
    episode = Episode(Task(instruction), shots, (Decision(Click(BOX.center)),), (Outcome(),))
    return [each.text for each in find_contradictions(episode, Plan()) if each.kind == "error message"]


def test_errors_of_the_server_contradict_the_claim() -> None:
    """A run that ends on an error page is not done, unless it began on it or the task is about an error."""
    assert reasons("Save the page", SAVE, status=500) == ["the server answered with the error 500"]
    assert reasons("Save the page", SAVE, status=404) == ["the server answered with the error 404"]
    assert reasons("Save the page", SAVE, status=404, first_status=404) == []
    assert reasons("Check that /missing gives a 404 error", SAVE, status=404) == []
    assert reasons("Delete the page Draft", SAVE, status=404) == []
    assert reasons("Delete the page Draft", SAVE, status=503) != []


@pytest.mark.parametrize(
    ("instruction", "nodes", "is_contradicted"),
    [
        ("Add a task", LOGIN, True),
        ("Log out", LOGIN, False),
        ("Sign in as Ann", LOGIN, False),
        ("Log back in", LOGIN, False),
        ("Replace the logo of the design, it is signed", LOGIN, True),
        ("Open the log of the last build", LOGIN, True),
        ("Add the employee Ann Lee", (*FIELDS, LOGIN[1], SAVE), False),
        ("Open the security settings", (LOGIN[1], SAVE), False),
    ],
)
def test_an_unexpected_login_contradicts_the_claim(
    instruction: str, nodes: tuple[Node, ...], is_contradicted: bool
) -> None:
    """A run that ends on a login page is not done, unless the task leads to one."""
    assert bool(reasons(instruction, *nodes)) is is_contradicted


def test_a_page_that_could_not_be_loaded_contradicts_the_claim() -> None:
    """A run that ends on the error page of the browser is not done, even if it removes something."""
    expected = ["the last page could not be loaded"]
    assert reasons("Save the page", address=UNLOADED) == expected
    assert reasons("Delete the page Draft", address=UNLOADED) == expected
    assert reasons("Check that the page gives an error", address=UNLOADED) == []
    assert reasons("Save the page", address=UNLOADED, first_address=UNLOADED) == []


def test_an_empty_page_contradicts_the_claim() -> None:
    """A run that ends on an empty page is not done, unless it removes something."""
    assert reasons("Save the page") == ["the last page is empty"]
    assert reasons("Remove everything from the canvas") == []


@pytest.mark.parametrize(
    ("text", "is_error"),
    [
        *((text, True) for text in ("Verify you are human", "I'm not a robot", "Checking your browser")),
        *(
            (text, True)
            for text in ("Error", "Upload failed", "Error: no space", "Error 404", "2 errors found")
        ),
        *((text, True) for text in ("Failed to save", "Error loading the list", "An error occurred")),
        *((text, False) for text in ("Failed payments", "Error log", "Failure rate", "Failed logins: 3")),
        *((text, True) for text in ("Please sign in to continue", "Service Unavailable", "502 Bad Gateway")),
        *((text, False) for text in ("No errors", "0 errors", "0 failed")),
    ],
)
def test_texts_that_say_that_nothing_was_accepted(text: str, is_error: bool) -> None:
    """A bot check or an error is an error message; a text that counts no errors is none."""
    assert bool(reasons("Save the page", SAVE, Node("text", text, BOX))) is is_error


@pytest.mark.parametrize("role", ["link", "menuitem", "option", "tab", "treeitem"])
def test_names_of_controls_that_lead_to_content_are_no_errors(role: str) -> None:
    """The name of a link, tab or menu item is not an error message."""
    assert reasons("Save the page", SAVE, Node(role, "Page not found", BOX)) == []
