"""Approval of irreversible actions."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import (
    ask_before_irreversible,
    irreversible_control,
    refuse_irreversible,
    refuse_unrequested,
)
from onscreen.run.episode_loop import no_user
from onscreen.testing.sample_episodes import make_shot
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Action,
    Answer,
    Box,
    Click,
    Decision,
    Dialog,
    Drag,
    Element,
    Episode,
    LongPress,
    Node,
    Point,
    Press,
    Scroll,
    Select,
    Shot,
    Swipe,
    Task,
    Type,
)

DELETE = Node("button", "Delete account", Box(0, 0, 40, 20), states=("clickable", "focused"))
ON_DELETE = Shot(make_shot(0).picture, (DELETE,))
"""A screen with a button that has the focus."""


def button(name: str, role: str = "button") -> Element:
    """Return a button of this name."""
    return Element(role=role, name=name, box=Box(0, 0, 4, 4), mark=1, index=0)


def step_on(action: Action, screen: Shot | None = None) -> tuple[Episode, Decision]:
    """Return an episode and a decision with this action."""
    return Episode(Task("t"), (screen or make_shot(0),)), Decision(action)


@pytest.mark.parametrize(
    "name",
    [
        "Buy now", "Place your order", "DELETE account", "Send", "Pay €5", "Unsubscribe", "Close account",
        "Factory reset", "Cancel subscription", "P\u200bay", "Pay\u00a0now", "\uff30\uff41\uff59",
        "D\u0435lete",
        "Konto löschen", "Jetzt bestellen", "Supprimer le compte", "Eliminar cuenta", "Enviar",
        "Excluir conta",
        "Elimina account", "Verwijderen", "Usuń konto", "Hesab\u0131 sil", "Delete items", "Delete history",
        "View and pay", "No, delete it", "Do not wait, delete now", "Удалить аккаунт", "支付",
        "立即购买",
        "アカウントを削除", "充值", "결제하기", "Kostenpflichtig buchen",
        "Passer la commande", "حذف الحساب", "अभी भुगतान करें",
        "Submit application", "Submit order", "Submit changes and pay", "Open now: pay", "Order 4: pay",
    ],
)  # fmt: skip
def test_spending_deleting_and_sending_are_irreversible(name: str) -> None:
    """Controls that spend money, delete data or send messages are detected, in fifteen languages."""
    assert irreversible_control(*step_on(Click(button(name)))) == name


@pytest.mark.parametrize(
    "name",
    [
        "Next", "Border", "Payload", "Search", "Sign in", "Order by", "", "Do not delete", "Don\u2019t send",
        "Undo delete", "Restore deleted items", "Order history", "Payment methods", "Transfer history",
        "How to delete an account", "Why was my payment declined?", "Recently deleted items", "Cancel",
        "Close",
        "Nicht löschen", "Abbrechen", "Annuler", "Cancelar", "不删除", "取消", "キャンセル", "취소",
        "已发送", "送信済み", "最近削除した項目", "支払い方法", "Sender",
        "Confirmed", "Konto nicht löschen", "Buyers", "Spending", "Sent",
        "Submit", "Submit Changes", "Submit your edits", "Submit query",
        "Close modal", "Close this dialog",
        "Open TASK-4: Order paper lanterns", "View ticket #1: Delete old files", "Edit #3: Send invoices",
    ],
)  # fmt: skip
def test_harmless_controls_are_allowed(name: str) -> None:
    """A word inside another one, a denial, a question and a way to look something up do not match."""
    assert irreversible_control(*step_on(Click(button(name)))) == ""


def test_scrolling_and_typing_are_never_irreversible() -> None:
    """Scrolling and typing need no approval."""
    field = button("Delete reason", "textbox")
    for action in (
        Type("delete", field),
        Click(field),
        Scroll(target=button("Send")),
        Click(Point(100, 100)),
    ):
        assert irreversible_control(*step_on(action, ON_DELETE)) == ""


def test_a_colon_in_an_address_does_not_separate_words() -> None:
    """A link to "Expenses:Food" is harmless; an address that contains "delete" is not."""
    link = msgspec.structs.replace(button("Food", "link"), name="Fare", value="/accounts/Expenses:Food:Fare/")
    assert irreversible_control(*step_on(Click(link))) == ""
    link = msgspec.structs.replace(link, value="/accounts/Expenses:Delete/")
    assert irreversible_control(*step_on(Click(link))) != ""


@pytest.mark.parametrize(
    "action",
    [
        Click(Point(5, 5)),
        LongPress(Point(5, 5)),
        Drag(Point(5, 5), Point(6, 6)),
        Swipe(Point(5, 5), Point(5, 5)),
        Press("Enter", Point(5, 5)),
    ],
)
def test_a_point_on_a_control_counts_as_the_control(action: Action) -> None:
    """Acting on a point inside a button counts as acting on the button."""
    assert irreversible_control(*step_on(action, ON_DELETE)) == "Delete account"


def test_a_text_read_from_the_screenshot_counts_as_a_control() -> None:
    """A click on a text that a sense read counts by this text and by the control at its center."""
    read = msgspec.structs.replace(button("Delete account", "text"), seen_by="ocr")
    assert irreversible_control(*step_on(Click(read))) == "Delete account"
    shot = shot_from_lines("button Delete account [clickable]")
    covering = msgspec.structs.replace(button("D0l0te", "text"), seen_by="ocr", box=shot.nodes[0].box)
    assert irreversible_control(*step_on(Click(covering), shot)) == "Delete account"


@pytest.mark.parametrize(
    "action",
    [
        *(
            Press(keys)
            for keys in ("Enter", "Return", "Shift+Enter", "NumpadEnter", "Space", " ", "Control+Enter")
        ),
        Type("\n"),
        Type("a\r"),
    ],
)
def test_every_spelling_of_enter_counts_on_the_focused_button(action: Action) -> None:
    """Enter, Return, Space and a typed line break with the focus on a button count as pressing it."""
    assert irreversible_control(*step_on(action, ON_DELETE)) == "Delete account"


@pytest.mark.parametrize("keys", ["Tab", "Escape", "a", "+", "Control++"])
def test_other_keys_are_harmless(keys: str) -> None:
    """Keys that activate nothing need no approval."""
    assert irreversible_control(*step_on(Press(keys), ON_DELETE)) == ""


def test_enter_in_a_field_counts_as_the_button_that_submits_it() -> None:
    """Enter in a field of several lines is a line break; in others it presses the form's button."""
    form = shot_from_lines("textbox Amount [editable clickable focused]", "button Transfer money [clickable]")
    assert irreversible_control(*step_on(Press("Enter"), form)) == "Transfer money"
    assert irreversible_control(*step_on(Type("5\n"), form)) == "Transfer money"
    search = shot_from_lines("textbox Query [editable clickable focused]", "button Search [clickable]")
    assert irreversible_control(*step_on(Press("Enter"), search)) == ""
    text = shot_from_lines("textbox Body [editable multiline focused]", "button Send [clickable]")
    assert irreversible_control(*step_on(Type("Dear Ann\nBye"), text)) == ""


@pytest.mark.parametrize(("side", "label"), [(16, ""), (80, "Remove red")])
def test_enter_is_not_the_small_button_of_another_field(side: int, label: str) -> None:
    """Enter in a field does not count as the cross of a tag in the next field, but as a large button."""
    nodes = (
        Node("textbox", "Assignee", Box(0, 0, 200, 20), states=("editable", "clickable", "focused")),
        Node("button", "Remove red", Box(0, 50, side, 66), states=("clickable",)),
        Node("textbox", "Labels", Box(100, 48, 300, 68), states=("editable", "clickable")),
    )
    assert irreversible_control(*step_on(Press("Enter"), Shot(make_shot(0).picture, nodes))) == label


def test_the_delete_key_counts_on_an_item_and_not_in_a_field() -> None:
    """Delete removes a focused row; in a text field it edits text."""
    row = shot_from_lines("option report.pdf [clickable focused]")
    assert irreversible_control(*step_on(Press("Delete"), row)) == "Delete report.pdf"
    field = shot_from_lines("textbox Name [editable clickable focused]")
    assert irreversible_control(*step_on(Press("Backspace"), field)) == ""


def test_ok_in_a_dialog_counts_by_what_the_dialog_announces() -> None:
    """OK under "Delete 3 files?" counts, Cancel does not; OK under "Saved" does not either."""
    box = Box(0, 0, 400, 200)
    for text, label in (("Delete 3 files?", "OK: Delete 3 files?"), ("Saved", "")):
        nodes = (
            Node("dialog", "", box),
            Node("text", text, Box(0, 0, 300, 20), parent=0),
            Node("button", "OK", Box(0, 40, 40, 60), states=("clickable",), parent=0),
            Node("button", "Cancel", Box(50, 40, 90, 60), states=("clickable",), parent=0),
        )
        screen = Shot(make_shot(0).picture, nodes)
        assert irreversible_control(*step_on(Click(Point(5, 45)), screen)) == label
        assert irreversible_control(*step_on(Click(Point(55, 45)), screen)) == ""


@pytest.mark.parametrize(("text", "label"), [("Add a bill", ""), ("Pay 40 EUR", "Submit: Pay 40 EUR")])
def test_submit_in_a_dialog_counts_by_what_the_dialog_announces(text: str, label: str) -> None:
    """Submit in a form that adds an entry does not count, whatever its other controls do; a payment does."""
    screen = shot_from_lines(
        "dialog",
        f"    heading {text}",
        "    textbox When? [editable]",
        "    link Invite everyone [clickable]",
        "    button Submit and send [clickable]",
        "    button Submit [clickable]",
    )
    click = Click(next(e for e in build_screen(screen).elements if e.name == "Submit"))
    assert irreversible_control(*step_on(click, screen)) == label


@pytest.mark.parametrize(
    ("address", "is_harmless"),
    [
        ("/edit?name=Release+plan", True),
        ("/edit?name=Pay%20day", True),
        ("/edit?name=Pay+day&do=delete", False),
    ],
)
def test_a_title_in_an_address_is_content(address: str, *, is_harmless: bool) -> None:
    """The title of a page in the address of a link does not count, other words of the address do."""
    link = msgspec.structs.replace(button("Edit", "link"), value=address)
    assert (irreversible_control(*step_on(Click(link))) == "") is is_harmless


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (
            ("dialog", "  text Are you sure you want to delete this item?", "  button Remove [clickable]"),
            "Remove",
        ),
        (("dialog", "  text Are you sure you want to delete this study?", "  button Yes [clickable]"), "Yes"),
        (("dialog", "  text Do you really want to remove this user?", "  button OK [clickable]"), "OK"),
        (("dialog", "  text Voulez-vous vraiment supprimer ceci ?", "  button OK [clickable]"), "OK"),
        (("dialog", "  heading You will be charged 9 EUR", "  button Accept [clickable]"), "Accept"),
        (("treeitem Documents [clickable]", "  dialog Delete Documents?", "    button OK [clickable]"), "OK"),
        (("dialog Pay 40 EUR", "  button Submit form [clickable]"), "Submit form"),
        (("dialog", "  heading Your application", "  button Submit [clickable]"), "Submit"),
        (("dialog", "  heading Are you sure?", "  button Submit [clickable]"), "Submit"),
        (("dialog", "  checkbox Delete all files [checked]", "  button Submit [clickable]"), "Submit"),
        (("dialog", "  option Delete account [selected]", "  button Submit [clickable]"), "Submit"),
        (("dialog", "  link Delete account? [clickable]", "  button Yes [clickable]"), "Yes"),
    ],
)
def test_a_dialog_that_announces_something_irreversible_counts(lines: tuple[str, ...], name: str) -> None:
    """Whatever button agrees to it, and whatever is around the dialog."""
    screen = shot_from_lines(*lines)
    click = Click(next(e for e in build_screen(screen).elements if e.name == name))
    assert irreversible_control(*step_on(click, screen)).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("name", "address"),
    [("Open TASK-4: Old", "/tasks/4/delete"), ("Edit", "/edit?do=delete+all"), ("Edit 2: Delete", "/x")],
)
def test_the_title_of_an_entry_does_not_hide_what_a_link_does(name: str, address: str) -> None:
    """The address counts, and only a number with the word for an entry precedes a title."""
    link = msgspec.structs.replace(button(name, "link"), value=address)
    assert irreversible_control(*step_on(Click(link))) != ""


@pytest.mark.parametrize(
    ("instruction", "name", "address"),
    [
        ("Donate 5 euros", "500", "/donate?amount=500"),
        ("Delete the comment", "Delete", "/account/delete"),
        ("Delete the draft", "Delete", "/drafts?do=delete+all"),
        ("Delete the draft", "Delete", "/drafts/all/delete"),
        ("Delete the draft", "Delete", "/drafts/delete?all=1"),
        ("Delete the draft", "Delete", "/drafts/delete/everything"),
        ("Delete the post", "Delete", "/posts/3/comments/7/delete"),
        ("Delete the page", "Delete", "/billing/pay/pages/5/delete"),
        ("Delete the page", "Delete", "javascript:deleteAll()"),
        ("Remove the page", "Delete", "/pages/5/delete"),
        ("Read the page Release plan", "Release plan", "/view/delete/everything"),
    ],
)
def test_another_link_than_the_instruction_names_is_refused(
    instruction: str, name: str, address: str
) -> None:
    """A link with a requested name is refused if its address says more, and so is another number."""
    link = msgspec.structs.replace(button(name, "link"), value=address)
    episode, decision = step_on(Click(link))
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert refuse_unrequested()(asked, decision) != ""


@pytest.mark.parametrize(
    ("instruction", "name", "address"),
    [
        ("Delete the page Spring fair", "Delete", "/admin/pages/5/delete/?next=/admin/pages/3/"),
        ("Delete the comment of Ann", "Delete", "/posts/3/comments/7/delete"),
        ("Delete the category Food", "Remove", "/#/categories/aa12cd34/remove"),
        ("Remove the tag beach", "Remove", "/index.php?action=remove&tag=12"),
        ("Delete the booking of Dora", "Delete", "/cafe/delete/booking/5"),
    ],
)
def test_a_link_that_deletes_what_the_instruction_names_is_allowed(
    instruction: str, name: str, address: str
) -> None:
    """A link "Delete" is allowed if its address says that it deletes an item of the kind that is named."""
    link = msgspec.structs.replace(button(name, "link"), value=address)
    episode, decision = step_on(Click(link))
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert refuse_unrequested()(asked, decision) == ""


@pytest.mark.parametrize("role", ["checkbox", "radio", "tab"])
def test_what_can_be_switched_back_needs_no_approval(role: str) -> None:
    """A checkbox with a question, a radio button "Pro" or a tab is harmless unless a phrase names it."""
    for name in ("May we send you the newsletter?", "Pro", "Book"):
        assert irreversible_control(*step_on(Click(button(name, role)))) == ""
        assert irreversible_control(*step_on(Press("Space", button(name, role)))) == ""
    decision = step_on(Click(button("Airplane mode", role)))
    assert irreversible_control(*decision, phrases=("airplane mode",)) != ""


def test_a_switch_with_a_question_is_harmless() -> None:
    """A switch that answers "May we send you the newsletter?" needs no approval, a switch "Publish" does."""
    for name, counts in (("May we send you the newsletter?", False), ("Publish", True)):
        assert (irreversible_control(*step_on(Click(button(name, "switch")))) != "") is counts


def test_got_it_is_harmless_unless_its_dialog_announces_something() -> None:
    """The button "Got it" of a hint needs no approval; that of a dialog "Delete all files" does."""
    for title, counts in (("New: dark mode", False), ("Delete all files", True)):
        shot = shot_from_lines(f"dialog {title}", "  button Got it [clickable]")
        assert (irreversible_control(*step_on(Click(build_screen(shot).elements[-1]), shot)) != "") is counts


def test_the_confirmation_of_what_is_asked_for_may_say_that_it_was_selected() -> None:
    """An instruction to delete a run allows "Delete selected", not "Delete all selected"."""
    for name, is_allowed in (("Delete selected", True), ("Delete all selected", False)):
        episode, decision = step_on(Click(button(name)))
        asked = msgspec.structs.replace(episode, task=Task("Delete the run linear."))
        assert (refuse_unrequested()(asked, decision) == "") is is_allowed


@pytest.mark.parametrize(
    ("instruction", "name", "is_allowed"),
    [
        ("Write a mail to Ann but don't send it", "Send", False),
        ("Fill in the form, never delete anything", "Delete", False),
        ("Don't book anything yet", "Book", False),
        ("Don't book a single room, book a double", "Book", True),
        ("Don't forget to send the mail to Ann", "Send", True),
        ('Delete the note "Do not disturb"', "Delete Do not disturb", True),
        ("Tell Ann that I am late", "Send message", True),
        ("Tell me the price", "Send", False),
        ("Order two lamps", "Place order", True),
        ("Order two lamps", "Pay", False),
        ("Take Ronja out of the registration", "Remove", True),
        ("Take Ronja out of the registration", "Delete registration", False),
    ],
)
def test_other_words_ask_for_an_action_and_negations_do_not(
    instruction: str, name: str, *, is_allowed: bool
) -> None:
    """What the instruction says is not to be done is refused; other common words for an action ask for it."""
    episode, decision = step_on(Click(button(name)))
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


def test_this_item_is_the_one_that_the_instruction_names() -> None:
    """The button "Remove this child" is allowed in the row of the child that the instruction names only."""
    shot = shot_from_lines(
        *("row", "  cell Ronja", "  button Remove this child [clickable]"),
        *("row", "  cell Mika", "  button Remove this child [clickable]"),
    )
    found = [element for element in build_screen(shot).elements if element.role == "button"]
    for element, is_allowed in zip(found, (True, False), strict=True):
        episode, decision = step_on(Click(element), shot)
        asked = msgspec.structs.replace(episode, task=Task("Take Ronja out and save the registration."))
        assert (refuse_unrequested()(asked, decision) == "") is is_allowed


@pytest.mark.parametrize(
    ("instruction", "name", "is_allowed"),
    [
        ("Delete the recipe Elderflower fizz.", "Delete entry", True),
        ("The elderflower fizz is not liked, remove it.", "Delete", True),
        ("Delete the recipe Elderflower fizz.", "Delete all entries", False),
        ("Delete the recipe Elderflower fizz.", "Delete account", False),
        ("Delete the recipe Plum dumplings.", "Delete entry", False),
        ('Remove the tag "summer" from the recipe Elderflower fizz.', "Delete", False),
        ("Remove Plums from Elderflower fizz.", "Delete", False),
    ],
)
@pytest.mark.parametrize(
    "around",
    [
        ("heading Elderflower fizz", "textbox Story =Once upon a time"),
        ("heading Recipe", "textbox Title =Elderflower fizz [editable]"),
    ],
)
def test_generic_words_stand_for_what_the_page_shows(
    instruction: str, name: str, *, is_allowed: bool, around: tuple[str, str]
) -> None:
    """On the page of what the instruction names, "Delete entry" is asked for, and "Delete" by "remove it"."""
    shot = shot_from_lines(*around, f"button {name} [clickable]")
    episode, decision = step_on(Click(build_screen(shot).elements[-1]), shot)
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


def test_a_command_now_is_asked_for() -> None:
    """An instruction to publish asks for "Publish now", not for "Publish all now"."""
    for name, is_allowed in (("Publish now", True), ("Publish all now", False)):
        episode, decision = step_on(Click(button(name)))
        asked = msgspec.structs.replace(episode, task=Task("Write the recipe Apple crumble and publish it."))
        assert (refuse_unrequested()(asked, decision) == "") is is_allowed


def test_an_option_of_a_list_that_the_page_draws_itself_counts() -> None:
    """Selecting "Delete permanently" in such a list, open or not, needs approval as a click on it does."""
    closed = shot_from_lines("combobox Bulk actions [clickable]")
    shown = shot_from_lines("listbox Bulk actions [clickable]", "  option Delete permanently [clickable]")
    field, option = shown.nodes
    native = Shot(shown.picture, (field, msgspec.structs.replace(option, box=field.box)))
    for shot, counts in ((closed, True), (shown, True), (native, False)):
        select = Select(build_screen(shot).elements[0], ("Delete permanently",))
        assert (irreversible_control(*step_on(select, shot)) != "") is counts


@pytest.mark.parametrize(
    ("other", "is_allowed"),
    [("The page has two pictures", True), ("Delete all 412 pages below it", False)],
)
def test_every_text_of_a_dialog_must_be_requested(other: str, *, is_allowed: bool) -> None:
    """The question "Delete this page?" does not approve what another text of the dialog announces."""
    shot = shot_from_lines(
        *("dialog", "  heading Delete this page?", f"  text {other}", "  button OK [clickable]")
    )
    click = Click(next(e for e in build_screen(shot).elements if e.name == "OK"))
    episode, decision = step_on(click, shot)
    asked = msgspec.structs.replace(episode, task=Task("Delete the page Spring fair"))
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


@pytest.mark.parametrize(
    "message", ["Are you sure you want to leave this page?", "Do you really want to quit?"]
)
def test_leaving_is_not_irreversible(message: str) -> None:
    """A question whether to leave, quit or close needs no approval."""
    screen = Shot(make_shot(0).picture, (), dialog=Dialog("confirm", message))
    assert irreversible_control(*step_on(Answer(), screen)) == ""


def test_the_text_of_a_long_row_is_content() -> None:
    """A mail whose text mentions a payment can be opened."""
    text = "Ann Lane: please pay the invoice that I send you before the end of May"
    assert irreversible_control(*step_on(Click(button(text, "link")))) == ""


def test_accepting_a_dialog_counts() -> None:
    """Accepting "Delete all?" counts; dismissing the dialog does not."""
    screen = Shot(make_shot(0).picture, (), dialog=Dialog("confirm", "Delete all?"))
    assert irreversible_control(*step_on(Answer(), screen)) == "Delete all?"
    assert irreversible_control(*step_on(Answer(accept=False), screen)) == ""


@pytest.mark.parametrize(
    ("message", "counts"),
    [
        ("Are you sure you want to delete this study?", True),
        ("Do you really want to delete the selected files?", True),
        ("Really delete 5 items?", True),
        ("Êtes-vous sûr de vouloir supprimer cette étude ?", True),
        ("Are you sure you want to mark this as read?", False),
        ("Do you want to open the file?", False),
    ],
)
def test_the_words_of_a_question_hide_nothing(message: str, *, counts: bool) -> None:
    """A message of the browser that asks before it deletes counts, however politely it asks."""
    screen = Shot(make_shot(0).picture, (), dialog=Dialog("confirm", message))
    assert (irreversible_control(*step_on(Answer(), screen)) != "") is counts


@pytest.mark.parametrize(("answer", "done"), [("yes", True), (" Y ", True), ("no", False), ("", False)])
def test_user_answer_decides(answer: str, done: bool) -> None:
    """Only "y" and "yes" approve."""
    asked: list[str] = []

    def person(question: str) -> str:
        asked.append(question)
        return answer

    refusal = ask_before_irreversible(person)(*step_on(Click(button("Buy now"))))
    assert (refusal == "") is done
    assert len(asked) == 1
    assert "'Buy now'" in asked[0]


def test_missing_user_does_not_approve() -> None:
    """Without a user the action is refused."""
    assert "no user is attached" in ask_before_irreversible(no_user)(*step_on(Click(button("Buy now"))))
    assert "irreversible" in refuse_irreversible()(*step_on(Click(button("Buy now"))))
    assert refuse_irreversible()(*step_on(Click(button("Next")))) == ""


@pytest.mark.parametrize(
    ("instruction", "name", "is_allowed"),
    [
        ("Delete my account", "Delete account", True),
        ("Delete my account", "Delete all", False),
        ("Look at my account", "Delete account", False),
        ("Send Ann a message", "SEND", True),
        ("Find the price", "Buy now", False),
        ("Pay 4 euros", "Pay 40 euros", False),
        ("Delete the file notes.txt", "Delete /home/ann", False),
        ("Summarize how_to_delete_account.md", "Delete account", False),
        ("Delete the study Rye", "Are you sure you want to delete this study?", True),
        ("Delete the study Rye", "Are you sure you want to delete all studies?", False),
        ("Delete the study Rye", "Delete this account", False),
        ("Delete the bill", "Remove", True),
        ("Remove the label urgent from the bill", "Delete", False),
    ],
)
def test_the_instruction_may_ask_for_it(instruction: str, name: str, is_allowed: bool) -> None:
    """The policy of a run from Python allows exactly the irreversible actions that the instruction names."""
    episode, decision = step_on(Click(button(name)))
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


@pytest.mark.parametrize(
    ("instruction", "number", "is_allowed"),
    [
        ('Delete the bill "Ice cream"', 1, True),
        ('Delete the bill "Ice cream"', 0, False),
        ("Delete the bill", 0, True),
    ],
)
def test_of_several_buttons_only_that_of_the_named_row_is_requested(
    instruction: str, number: int, *, is_allowed: bool
) -> None:
    """A click on "delete" in another row than the one that the instruction quotes is refused."""
    shot = shot_from_lines(
        *("row", "  cell Diesel", "  button delete [clickable]"),
        *("row", "  cell Ice cream", "  button delete [clickable]"),
    )
    found = [element for element in build_screen(shot).elements if element.name == "delete"]
    episode, decision = step_on(Click(found[number]), shot)
    asked = msgspec.structs.replace(episode, task=Task(instruction))
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


@pytest.mark.parametrize(
    ("name", "address", "is_allowed"),
    [
        ("Release plan", "/wiki?name=Release+plan&p", True),
        ("Release", "/history?name=Release", False),
        ("Release plan", "/delete?name=Release+plan", False),
        ("Release now", "/wiki?name=Release", False),
    ],
)
def test_link_that_the_instruction_names_is_allowed(name: str, address: str, *, is_allowed: bool) -> None:
    """A link whose name of several words is requested is allowed unless its address looks irreversible."""
    link = msgspec.structs.replace(button(name, "link"), value=address)
    episode, decision = step_on(Click(link))
    assert irreversible_control(episode, decision) != ""
    asked = msgspec.structs.replace(
        episode, task=Task("In the page Release plan, change the date to 26 May.")
    )
    assert (refuse_unrequested()(asked, decision) == "") is is_allowed


def test_phrases_can_be_added() -> None:
    """The caller can pass phrases that need approval beside the irreversible ones."""
    decision = step_on(Click(button("Archive")))
    assert ask_before_irreversible(no_user)(*decision) == ""
    assert ask_before_irreversible(no_user, phrases=("archiv*",))(*decision) != ""
    assert refuse_irreversible(("archiv*",))(*step_on(Click(button("Buy now")))) != ""


@pytest.mark.parametrize(
    ("name", "explanation"),
    [
        ("Konto löschen", "'löschen' means delete"),
        ("Kup teraz", "'Kup' means buy"),
        ("Отправить", "'Отправить' means send"),
        ("支付", "'支付' means pay"),
    ],
)
def test_the_refusal_explains_the_word(name: str, explanation: str) -> None:
    """The word that makes a label irreversible is quoted as it is shown, with its meaning in English."""
    assert explanation in refuse_irreversible()(*step_on(Click(button(name))))


def test_closing_without_saving_is_irreversible() -> None:
    """A denied action is harmless, unless what is denied is saving."""
    for name in ("Don't save", "Close without saving", "Nicht speichern", "Ne pas enregistrer"):
        assert irreversible_control(*step_on(Click(button(name)))) == name
