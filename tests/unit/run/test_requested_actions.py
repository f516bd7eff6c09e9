"""Which irreversible actions `--approve requested` takes as asked for by an instruction."""

# ruff: noqa: E501, RUF001 - cases on one line each, in several languages
from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import refuse_unrequested
from onscreen.run.instruction_requests import excluded_words, find_requests
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Answer, Click, Decision, Dialog, Element, Episode, Press, Shot, Task


def refusal(instruction: str, shot: Shot, control: str) -> str:
    """Return why a click on the first control of a name, or Enter on it, is refused; "" if it is allowed."""
    elements = [element for element in build_screen(shot).elements if element.name == control]
    action = Press("Enter") if elements[0].has("focused") else Click(elements[0])
    return refuse_unrequested()(Episode(Task(instruction), (shot,)), Decision(action))


NOT_ASKED_FOR = (
    ("Fill in the form but do not submit it", "Submit current annotation"),
    ("Fill in the form and submit it", "Submit payment"),
    ("Submit the form", "Submit bid"),
    ("Delete the comment of Bob in my account", "Delete account"),
    ("Do not press Delete", "Delete"),
    ("Click the Send button", "Send all"),
    ("Press the button beside Delete", "Delete"),
    ("Delete the file report.pdf from the project Apollo", "Delete project"),
    ("Mark all messages as read and delete the message from Ann", "Delete all messages"),
    ("Keep the account but delete the photo", "Delete account"),
    ("Clear the filter and show the history", "Clear history"),
    ("Tell Ann that all is well", "Reply all"),
    ("What is the status of my order?", "Buy now"),
    ("Find the order 1034 and read the price", "Place order"),
    ("Cancel my order 4", "Buy"),
    ("Sort the products by price in ascending order", "Buy now"),
    ("Add the lamp to the cart in order to compare the prices", "Place order"),
    ("Read the purchase history", "Buy"),
    ("Skip the purchase and only save the cart", "Buy now"),
    ("Open the post Spring fair, fix the typo and save it as a draft", "Publish"),
    ("Unpublish the post Cats", "Publish now"),
    ("Add the book Dune to my wish list", "Reserve"),
    ("Take a screenshot of my account and log out", "Remove account"),
    ("Look through my notes. Do not send, publish or delete anything.", "Delete"),
    ("Find me a hotel in Rome, but don't reserve, book or pay for anything", "Pay"),
    ("Don't archive the mail from Ann, delete it or reply to it; only read it", "Delete"),
    ('Do not press "Delete"; only read the mail', "Delete"),
    ('Never click "Pay now". Read the total.', "Pay now"),
    ("Do not, under any circumstances, send the mail", "Send"),
    ("You can't send the mail yet, just save it", "Send"),
    ("Neither delete nor send the note", "Delete"),
    ("Draft a mail to Ann; I'll send it myself", "Send"),
    ("Fill the cart and stop before paying; I pay myself", "Pay"),
    ("Ne pas supprimer la note, archiver", "Supprimer"),
    ("Niet verwijderen, alleen archiveren", "Verwijderen"),
    ("Non inviare il messaggio, salvalo", "Inviare"),
    ("Не удалять заметку, только архивировать", "Удалять"),
    ("Entwurf schreiben, nichts senden", "Senden"),
    ("Don't tell Ann; save the note", "Send message"),
    ("Read the mail from Ann but don't answer her", "Send"),
    ("Do not notify Ann, only close the ticket", "Send"),
    ("Open the message Invoice and download the attachment", "Send"),
    ("Mark the mail Newsletter as read", "Send"),
    ("Delete the message Hello", "Send"),
    ("Save the message My plans as a draft", "Send message"),
    ("Set the status text Away", "Send"),
    ("Choose answer B in the quiz", "Send"),
    ("Is it raining? Answer Yes or No.", "Send"),
    ("Answer my question: how many mails are there?", "Send"),
    ('Add the task "Cancel subscription"', "Cancel subscription"),
    ('Add the task "Buy milk"', "Buy"),
    ('Search the mails for "delete account" and open the newest', "Delete account"),
    ('Read the article "How to delete your account"', "Delete your account"),
    ("Open the file delete-account.md", "Delete account"),
    ("How can I delete my account?", "Delete account"),
    ("What happens if I delete my account?", "Delete account"),
    ("Which plan can I subscribe to", "Subscribe"),
    ("Find out who may delete notes", "Delete"),
    ("Undo the delete of the note", "Delete"),
    ("Schedule the mail: send it on Monday at 9", "Send now"),
    ("Publish the post on 4 May", "Publish now"),
    ("Plan the post Spring fair so that it goes out on 4 May", "Publish now"),
    ("Pay 12.40 euros", "Pay €40"),
    ("Send 10.50 to Ann", "Send 50"),
    ("Pay 1 euro", "Pay 1.1 euro"),
    ("Pay 4 of the 40 euros", "Pay 40 euros"),
    ("Buy 2 tickets for the show on 15 May", "Buy 15 tickets"),
)
"""Instructions, and buttons that they do not ask for."""
NOT_ASKED_FOR_HERE = (
    (
        "Delete the recipe Elderflower fizz",
        "heading Elderflower fizz",
        "button Delete this account [clickable]",
        "Delete this account",
    ),
    (
        "Delete the page Release plan",
        "heading Release plan",
        "dialog",
        "  text Are you sure you want to delete this workspace?",
        "  button OK [clickable]",
        "OK",
    ),
    (
        "Delete the reminder for Ann Lane",
        "heading Ann Lane",
        "button Delete this contact [clickable]",
        "Delete this contact",
    ),
    (
        "Remove the assignee Ann Lane",
        "heading Ann Lane",
        "button Delete this user [clickable]",
        "Delete this user",
    ),
    (
        "Delete the note Milk",
        "dialog",
        "  text Delete the whole workspace Home with all 412 notes?",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the note Milk",
        "dialog",
        "  text This deletes your account and all notes",
        "  button Yes, delete [clickable]",
        "Yes, delete",
    ),
    (
        "Delete the note Milk",
        "dialog",
        "  text Delete the note Eggs?",
        "  button Delete [clickable]",
        "Delete",
    ),
    ("Send the mail to Ann", "dialog", "  text Send to 412 recipients?", "  button Send [clickable]", "Send"),
    ("Buy one lamp", "dialog", "  text Buy 12 lamps for 900 EUR", "  button Buy now [clickable]", "Buy now"),
    ("Delete the note Milk", "heading Delete account", "button Delete [clickable]", "Delete"),
    (
        "Delete order 7",
        "row",
        "  cell Order 5",
        "  button Delete [clickable]",
        "row",
        "  cell Order 7",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "delete the note milk",
        "row",
        "  cell Eggs",
        "  button Delete [clickable]",
        "row",
        "  cell Milk",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the bill of 4 May",
        "row",
        "  cell 3 May",
        "  button Delete [clickable]",
        "row",
        "  cell 4 May",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the user Ann",
        "row",
        "  cell Hannah",
        "  button Delete [clickable]",
        "row",
        "  cell Ann",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the list Plan",
        "row",
        "  cell Plan B",
        "  button Delete [clickable]",
        "row",
        "  cell Plan",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the note Milk, keep all others",
        "row",
        "  cell Eggs",
        "  button Delete [clickable]",
        "row",
        "  cell Milk",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete all notes except Eggs",
        "row",
        "  cell Eggs",
        "  button Delete [clickable]",
        "row",
        "  cell Milk",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Don't delete Eggs, delete the other one",
        "row",
        "  cell Eggs",
        "  button Delete [clickable]",
        "row",
        "  cell Milk",
        "  button Delete [clickable]",
        "Delete",
    ),
    (
        "Delete the note Milk",
        "row",
        "  cell Eggs",
        "  button Delete [clickable focused]",
        "row",
        "  cell Milk",
        "  button Delete [clickable]",
        "Delete",
    ),
    ("Delete the comment on the page Fair", "link Delete =/pages/5/delete [clickable]", "Delete"),
    ("Delete the member Ann from the team Alpha", "link Delete =/teams/4/delete [clickable]", "Delete"),
    ("Delete the comment of Ann", "link Delete =/users/ann/delete [clickable]", "Delete"),
    (
        "Delete the page Plan in the space Marketing",
        "link Delete =/spaces/marketing/delete [clickable]",
        "Delete",
    ),
    ("Remove the product lamp from the order", "link Remove =/orders/7/remove [clickable]", "Remove"),
    ("Delete page 7", "link Delete =/pages/5/delete [clickable]", "Delete"),
    ("Delete the page Fair", "link Delete =/pages/delete [clickable]", "Delete"),
    ("Delete the page Fair", "link Delete =/pages/1,2,3/delete [clickable]", "Delete"),
    ("Delete the photo from my account", "link Delete =/account/delete [clickable]", "Delete"),
    (
        "Edit the recipe Elderflower fizz: remove the plums",
        "heading Elderflower fizz",
        "button Delete entry [clickable]",
        "Delete entry",
    ),
    (
        "Open Project Apollo and remove the comment of Bob",
        "heading Project Apollo",
        "button Delete [clickable]",
        "Delete",
    ),
    (
        "Remove the guest Ann for Spring Fair",
        "heading Spring Fair",
        "button Delete event [clickable]",
        "Delete event",
    ),
    (
        "Remove Elderflower fizz's tag summer",
        "heading Elderflower fizz",
        "button Delete [clickable]",
        "Delete",
    ),
    ("Remove Ann Lane from the group Staff", "heading Ann Lane", "button Delete [clickable]", "Delete"),
    (
        "Delete the appointment with Ann Lane",
        "heading Ann Lane",
        "button Delete record [clickable]",
        "Delete record",
    ),
    (
        "Rename Plum Cake and delete its photo",
        "heading Plum Cake",
        "button Delete record [clickable]",
        "Delete record",
    ),
    (
        "Delete the old version; keep Plum Cake",
        "heading Plum Cake",
        "button Delete entry [clickable]",
        "Delete entry",
    ),
    ("Open my account and remove the note", "heading My account", "button Delete [clickable]", "Delete"),
    ("Read the page", "switch Pay automatically every month [clickable]", "Pay automatically every month"),
    ("Read the page", "switch Publish [clickable]", "Publish"),
    (
        "Delete the run linear",
        "checkbox Select all [clickable checked]",
        "text 412 selected",
        "button Delete selected [clickable]",
        "Delete selected",
    ),
)
"""Instructions, lines of screens, and controls on them that the instruction does not ask for."""
ASKED_FOR = (
    ("Label the mail about the vase accordingly and submit it.", "Submit current annotation"),
    ("Submit the annotation", "Submit current annotation"),
    ("Order two lamps", "Place your order"),
    ("Click the Send button", "Send"),
    ("Press Delete in the toolbar", "Delete"),
    ('Fill in the form, then tap on "Pay now"', "Pay now"),
    ("Send Lake trip the number 4711 by SMS", "Send SMS"),
    ("Order two lamps", "Confirm order"),
    ("Order two lamps", "Complete purchase"),
    ("Reserve a table for two", "Complete reservation"),
    ("Reply to the last mail that I agree", "Send"),
    ("Write Ann a mail that I am late", "Send"),
    ("Write an email to ann@x.org", "Send"),
    ("Email ann@x.org that I am late", "Send"),
    ("Forward the mail to Bob", "Send"),
    ("Tell everyone in the channel that we start", "Send"),
    ("Let Ann know that I am late", "Send"),
    ("Ask Ann when she comes", "Send"),
    ("Send the mail", "Send email"),
    ("Invite Bob to the team", "Send invitation"),
    ("Delete the note Milk", "Confirm delete"),
    ("Delete the notes Milk and Eggs", "Delete note"),
    ("Throw away the draft", "Discard draft"),
    ("Get rid of the note Milk", "Delete"),
    ("Do not save the draft but delete it", "Delete"),
    ("Book a room without breakfast and pay", "Pay"),
    ("Please could you delete my account?", "Delete my account"),
    ("Write the recipe Apple crumble and publish it", "Publish now"),
    ("Delete the note Milk", "Yes, delete it"),
    ("I'd like to order two lamps", "Buy now"),
)
"""Instructions, and buttons that they ask for."""


@pytest.mark.parametrize(("instruction", "control"), NOT_ASKED_FOR)
def test_what_the_instruction_does_not_ask_for_is_refused(instruction: str, control: str) -> None:
    """Another object, a wider action, a negated or quoted one, and one that only a question names is refused."""
    assert refusal(instruction, shot_from_lines(f"button {control} [clickable]"), control) != ""


@pytest.mark.parametrize("case", NOT_ASKED_FOR_HERE, ids=lambda case: f"{case[0]}-{case[1]}")
def test_what_the_instruction_does_not_ask_for_here_is_refused(case: tuple[str, ...]) -> None:
    """What the row, the dialog, the heading or the address around a control says counts."""
    instruction, *lines, control = case
    assert refusal(instruction, shot_from_lines(*lines), control) != ""


@pytest.mark.parametrize(("instruction", "control"), ASKED_FOR)
def test_what_the_instruction_asks_for_is_allowed(instruction: str, control: str) -> None:
    """Common other words for an action ask for it."""
    assert refusal(instruction, shot_from_lines(f"button {control} [clickable]"), control) == ""


def test_a_confirmation_that_announces_more_is_refused() -> None:
    """A dialog of the browser that deletes the account is not accepted for the deletion of a comment."""
    shot = shot_from_lines("heading Project Apollo")
    asked = msgspec.structs.replace(shot, dialog=Dialog("confirm", "Delete this account?"))
    episode = Episode(Task("Open Project Apollo and delete the comment of Bob"), (asked,))
    assert refuse_unrequested()(episode, Decision(Answer())) != ""


@pytest.mark.parametrize(
    ("instruction", "line"),
    [
        ("On which shelf is the book Winter Timetable?", "link book =/book/"),
        (
            "In the wiki page Release plan, set the date to 26 May instead of 12 May.",
            "link Release plan =/wiki?p",
        ),
    ],
)
def test_a_link_to_what_the_instruction_names_is_allowed(instruction: str, line: str) -> None:
    """A link "book" to a list of books, and one to the page "Release plan", only open a page."""
    control = line.split(" =", maxsplit=1)[0].removeprefix("link ")
    assert refusal(instruction, shot_from_lines(f"{line} [clickable]"), control) == ""


@pytest.mark.parametrize("line", ["heading Team calendar", "heading All orders", "heading My account"])
def test_a_heading_that_names_the_page_announces_nothing(line: str) -> None:
    """The heading of a list of everything does not keep an entry of it from being deleted."""
    shot = shot_from_lines(line, "button Delete event Dentist [clickable]")
    assert refusal("Delete the event Dentist", shot, "Delete event Dentist") == ""


def test_a_label_in_the_dialog_of_an_entry_announces_nothing() -> None:
    """A field "Calendar: Work" in the dialog of an event is not what is deleted."""
    shot = shot_from_lines("dialog Dentist", "  text Calendar: Work", "  button Delete [clickable]")
    assert refusal("Delete the event Dentist", shot, "Delete") == ""


@pytest.mark.parametrize(("count", "is_allowed"), [("1", True), ("2", False), ("9" * 5000, False)])
def test_a_selection_of_several_items_is_refused(count: str, *, is_allowed: bool) -> None:
    """The button "Delete selected" is allowed for one item; a count of any length is read."""
    shot = shot_from_lines(f"text {count} selected", "button Delete selected [clickable]")
    assert (refusal("Delete the run linear", shot, "Delete selected") == "") is is_allowed


def test_a_point_is_judged_as_the_control_there() -> None:
    """A click at a point in the row of another item is refused."""
    lines = [("row", f"  cell {name}", "  button Delete [clickable]") for name in ("Eggs", "Milk")]
    shot = shot_from_lines(*lines[0], *lines[1])
    buttons: list[Element] = [e for e in build_screen(shot).elements if e.role == "button"]
    found = [
        refuse_unrequested()(Episode(Task("Delete the note Milk"), (shot,)), Decision(Click(each.box.center)))
        for each in buttons
    ]
    assert [bool(each) for each in found] == [True, False]


@pytest.mark.parametrize(
    ("instruction", "requests"),
    [
        ("Delete the comment of Bob in my account", [("delete", {"the", "comment"})]),
        ("Ronja can't come. Take her out of the registration and save it.", [("take out", set())]),
        ("Delete the notes Milk and Eggs", [("delete", {"the", "notes", "milk", "eggs"})]),
        ("Do not send, publish or delete anything.", []),
        ("Do not save the draft but delete it", [("delete", set())]),
        ('Add the task "Cancel subscription"', []),
        ("How can I delete my account?", []),
        ("Could you delete my account?", [("delete", {"my", "account"})]),
        ("Don't forget to send the mail to Ann", [("send", {"the", "mail"})]),
        ("The repair of the bike can be removed from the system.", [("remove", {"the", "repair"})]),
        ("The old bill may now be deleted, please save the rest", [("delete", {"the", "old", "bill"})]),
        ("The bill can't be deleted. Nothing must be removed.", []),
        ("Bills can be deleted only by Ann", []),
        ("Tell me whether the bill can be deleted", []),
        ("Open the bill that can be deleted", []),
        ("Can the bill be deleted?", []),
        ("", []),
        ('"', []),
        ("delete" + " and delete" * 500, [("delete", set())] * 501),
    ],
)
def test_requests_of_an_instruction(instruction: str, requests: list[tuple[str, set[str]]]) -> None:
    """Only imperatives and statements about removal are requests, with what stands between the verb and the place as their object."""
    assert [(each.verb, set(each.objects)) for each in find_requests(instruction)] == requests


ROWS = [
    ("row", f"  cell {name}", "  link Delete =# [clickable]") for name in ("Hedge trimmer", "Cordless drill")
]


@pytest.mark.parametrize(
    "instruction",
    [
        "The loan of the cordless drill was entered by mistake, delete it.",
        "Delete the loan of the cordless drill.",
        "We got the cordless drill back. Please delete its loan.",
        "The loan of the cordless drill can be deleted from the system.",
    ],
)
def test_only_the_row_of_what_is_meant_is_deleted(instruction: str) -> None:
    """What "it" means, and what an object belongs to, decide which of several rows is the right one."""
    shot = shot_from_lines(*ROWS[0], *ROWS[1])
    links = [element for element in build_screen(shot).elements if element.role == "link"]
    episode = Episode(Task(instruction), (shot,))
    allowed = [refuse_unrequested()(episode, Decision(Click(link))) == "" for link in links]
    assert allowed == [False, True]


@pytest.mark.parametrize(
    ("instruction", "is_allowed"),
    [
        ("The soup evening has been called off, remove it from the calendar.", True),
        ("Remove the soup evening from the group Kitchen.", False),
        ("Remove the chess club from the calendar.", False),
    ],
)
def test_removing_from_a_list_of_everything_is_deleting(instruction: str, *, is_allowed: bool) -> None:
    """What is removed from the calendar may be deleted, what is removed from a group remains."""
    shot = shot_from_lines("dialog Soup evening", "  text Kitchen", "  button Delete [clickable]")
    assert (refusal(instruction, shot, "Delete") == "") is is_allowed


def test_a_confirmation_of_the_browser_speaks_of_the_page() -> None:
    """The question of the browser on the page of an entry is answered for this entry only."""
    question = Dialog("confirm", "Are you sure you want to delete this published entry?")
    for fizz, is_allowed in (("elderflower-fizz", True), ("plum-dumplings", False)):
        shot = shot_from_lines("heading Recipes", address=f"https://cms.test/#/entries/{fizz}")
        episode = Episode(
            Task("Delete the recipe Elderflower fizz."), (msgspec.structs.replace(shot, dialog=question),)
        )
        assert (refuse_unrequested()(episode, Decision(Answer())) == "") is is_allowed


def test_the_title_field_names_what_is_deleted() -> None:
    """The button "Delete item" in the dialog of the eggs is asked for by "delete the eggs", not by "delete the milk"."""
    shot = shot_from_lines(
        *("dialog Edit item", "  textbox Item name =Eggs [editable]", "  button Delete item [clickable]")
    )
    assert refusal("Delete the eggs from the shopping list.", shot, "Delete item") == ""
    assert refusal("Delete the milk from the shopping list.", shot, "Delete item") != ""


def test_what_an_instruction_excludes() -> None:
    """Names after "except" and in negated requests are excluded."""
    assert "eggs" in excluded_words("Delete all notes except Eggs")
    assert "eggs" in excluded_words("Don't delete Eggs, delete the other one")
    assert "eggs" not in excluded_words("Delete Eggs")
