"""Evidence against the claim that a task is done."""

from __future__ import annotations

import msgspec
import pytest
from contradiction_runs import FORM, element, kinds, run_of

from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Box,
    Click,
    Decision,
    Drag,
    Episode,
    Outcome,
    Plan,
    Press,
    Shot,
    Subtask,
    Task,
    Type,
)
from onscreen.types.screen import Dialog


def test_a_quoted_text_that_was_never_entered_contradicts() -> None:
    """A click on Save does not enter the title that the instruction quotes."""
    run = run_of('Create a note with the title "Rent"', FORM, ("text Notes",), did=[("Save", "")])
    assert "unused value" in kinds(run)


def test_a_quoted_text_that_was_entered_and_saved_does_not_contradict() -> None:
    """The claim is accepted once the text was typed and the form saved."""
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:])
    did = [("Title", "Rent"), ("Save", "")]
    run = run_of('Create a note with the title "Rent"', FORM, filled, ("listitem Rent",), did=did)
    assert find_contradictions(*run) == ()


@pytest.mark.parametrize(("mark", "expected"), [("", {"unused value"}), (" selected", set())])
def test_an_option_that_is_only_offered_is_not_chosen(mark: str, expected: set[str]) -> None:
    """A quoted value beside the filled field counts as chosen only if its option is selected."""
    options = (f"  option Address book [clickable{mark}]", "  option Calendar [clickable]")
    form = [f"  {line}" for line in FORM]
    filled = ("  textbox Title =Bees [editable clickable]", *form[1:])
    screens = [("form", *options, *form), ("form", *options, *filled), ("text Bees",)]
    instruction = 'Create a collection of the type "Address book" with the title "Bees"'
    assert kinds(run_of(instruction, *screens, did=[("Title", "Bees"), ("Save", "")])) == expected


@pytest.mark.parametrize(("typed", "expected"), [("09:30", set()), ("10:00", {"unused value"})])
def test_a_number_must_be_entered_in_any_notation(typed: str, expected: set[str]) -> None:
    """The time 9:30 is entered as 09:30; another time does not count."""
    filled = (f"textbox Title ={typed} [editable clickable]", *FORM[1:])
    did = [("Title", typed), ("Save", "")]
    assert kinds(run_of("Set the alarm to 9:30", FORM, filled, ("text Alarms",), did=did)) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("Guest", {"other field", "open clause"}), ("Tip in percent", {"open clause"})]
)
def test_a_value_belongs_into_the_field_that_is_to_be_changed(name: str, expected: set[str]) -> None:
    """A number in the field "Guest" does not change the tip, and "store" needs a button."""
    form = (f"textbox {name} [editable clickable]", "button Book table [clickable]")
    filled = (f"textbox {name} =12 [editable clickable]", "button Book table [clickable]")
    run = run_of("Change the tip to 12 percent and store the settings.", form, filled, did=[(name, "12")])
    assert kinds(run) >= expected
    assert ("other field" in kinds(run)) is (name == "Guest")


def test_a_field_named_by_its_unit_is_known_by_the_texts_around_it() -> None:
    """A temperature in the row of the bathroom is not that of the bedroom, whose name the screen shows."""
    rows = ("group", "  text Bathroom temperature", "  spinbutton °C ={} [editable clickable]")
    other = "button Bedroom temperature [clickable]"
    screens = [(other, *rows[:2], rows[2].format(value)) for value in ("22", "19.5")]
    run = run_of("Set the temperature of the bedroom to 19.5 degrees.", *screens, did=[("°C", "19.5")])
    assert "other field" in kinds(run)


def test_a_text_that_could_not_be_entered_contradicts() -> None:
    """A failed entry counts, unless a field took the text later or the last screen shows it."""
    instruction = "Please put oat milk on the shopping list."
    shot = shot_from_lines("textbox Item [editable clickable]", "spinbutton Number [editable clickable]")
    plan = Plan(subtasks=(Subtask(instruction),))
    failed = Outcome("it now reads ''", failed="ActionHadNoEffect")
    run = Episode(Task(instruction), (shot,))
    run = run.then(Decision(Type("oat milk", element(shot, "Number")), plan=plan), failed, shot=shot)
    assert "unused value" in kinds((run, plan))
    later = run.then(Decision(Type("oat milk", element(shot, "Item")), plan=plan), Outcome(), shot=shot)
    assert "unused value" not in kinds((later, plan))
    for name, is_shown in (("Oat milk", True), ("Milk", False)):
        listed = shot_from_lines("textbox Item [editable clickable]", f"listitem {name}")
        clicked = run.then(Decision(Click(element(shot, "Item")), plan=plan), Outcome(), shot=listed)
        texts = [each.text for each in find_contradictions(clicked, plan, answer="")]
        assert ("'oat milk' could not be entered" not in texts) is is_shown


@pytest.mark.parametrize(
    ("typed", "expected"), [("2026-05-04", set()), ("4.5.2026", set()), ("2026-06-04", {"unused value"})]
)
def test_the_month_of_a_date_may_be_entered_in_digits(typed: str, expected: set[str]) -> None:
    """The 4 May 2026 is entered as 2026-05-04; another month does not count."""
    filled = (f"textbox Title ={typed} [editable clickable]", *FORM[1:])
    did = [("Title", typed), ("Save", "")]
    instruction = "Change the date of the bill to 4 May 2026"
    assert kinds(run_of(instruction, FORM, filled, ("text Bills",), did=did)) == expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("March 12, 2027, 9am to 11:00 AM, 1390", set()),
        ("12/03/2027, 09:00 to 11:00, 1390", set()),
        ("3/12/2027 9:00 AM - 11:00 AM 1390", set()),
        ("2027-03-12 9:00 11:00 1,390", set()),
        ("March 13, 2027, 9:00 AM to 11:00 AM, 1390", {"unused value"}),
    ],
)
def test_dates_times_and_amounts_are_compared_in_any_spelling(shown: str, expected: set[str]) -> None:
    """A date, two times and an amount count as used in another spelling, and another day does not."""
    did = [("Title", shown), ("Save", "")]
    filled = (f"textbox Title ={shown} [editable clickable]", *FORM[1:])
    instruction = "Set the visit to Friday 12 March 2027 from 9:00 to 11:00 for 1,390 euros"
    assert kinds(run_of(instruction, FORM, filled, ("text Bills",), did=did)) == expected


@pytest.mark.parametrize(
    ("between", "last", "is_used"),
    [
        ("text May", "text Rent: March 12, 2027", True),
        ("gridcell March 12, 2027 [clickable]", "text Rent: March 13, 2027", False),
    ],
)
def test_a_date_that_a_form_filled_in_counts_if_the_last_screen_shows_it(
    between: str, last: str, is_used: bool
) -> None:
    """A date that nobody typed counts if the finished entry shows it, not if only a calendar offered it."""
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:], between)
    instruction = 'Create a note "Rent" for Friday 12 March 2027'
    run = run_of(instruction, FORM, filled, (last,), did=[("Title", "Rent"), ("Save", "")])
    assert (kinds(run) == set()) == is_used


def test_a_value_that_a_change_shows_counts_as_used() -> None:
    """A counter that reads 3 after the clicks shows the number of the instruction."""
    screens = [("button More [clickable]", f"text Tickets: {count}") for count in (1, 2, 3)]
    assert kinds(run_of("Order 3 of them with More", *screens, did=[("More", "")] * 2)) == set()


def test_a_click_at_a_point_uses_the_control_there() -> None:
    """A name counts as used if a click hit a point of the control with this name."""
    before = shot_from_lines("button Ada Wong [clickable]", "button Bo Lind [clickable]")
    after = shot_from_lines("heading Ada Wong")
    plan = Plan(subtasks=(Subtask("Open the page of Ada Wong"),))
    point = element(before, "Ada Wong").box.center
    episode = Episode(Task("Open the page of Ada Wong"), (before,))
    run = episode.then(Decision(Click(point), plan=plan), Outcome(), shot=after)
    assert "unused value" not in kinds((run, plan))


def test_a_trailing_clause_must_be_carried_out() -> None:
    """The clause "and deploy" needs a click on the button Deploy that the screen offers."""
    page = ("button Build [clickable]", "button Deploy [clickable]", "text Ready")
    built = (*page[:2], "text Built")
    instruction = "Click Build and deploy"
    assert "open clause" in kinds(run_of(instruction, page, built, did=[("Build", "")]))
    deployed = (*page[:2], "text Live")
    run = run_of(instruction, page, built, deployed, did=[("Build", ""), ("Deploy", "")])
    assert kinds(run) == set()


def test_a_subtask_without_any_action_contradicts() -> None:
    """A planned field that no step set is still open."""
    plan = Plan(subtasks=(Subtask("set tag to blue", kind="set_field", subject="tag", value="blue"),))
    assert kinds(run_of("Tag it blue", FORM, plan=plan)) == {"unused value", "open clause"}


def test_a_dialog_opened_by_the_last_step_contradicts() -> None:
    """A confirmation that nobody answered is open; a dialog that the task asks for is the goal."""
    page = ("button Remove [clickable]", "button Preferences [clickable]")
    asking = (*page, "dialog Are you sure?")
    assert "open dialog" in kinds(run_of("Remove this entry", page, asking, did=[("Remove", "")]))
    wanted = (*page, "dialog Preferences")
    assert kinds(run_of("Open the preferences", page, wanted, did=[("Preferences", "")])) == set()


def test_a_blocking_dialog_contradicts() -> None:
    """A dialog of the browser that waits for an answer blocks the page."""
    page = shot_from_lines("button Remove [clickable]")
    blocked = msgspec.structs.replace(page, dialog=Dialog("confirm", "Really remove it?"))
    assert "open dialog" in kinds(run_of("Remove this entry", page, blocked, did=[("Remove", "")]))


def test_an_error_message_contradicts() -> None:
    """A message that the last step brought up says that saving failed."""
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:])
    failed = ("alert The note could not be saved", "text Notes")
    did = [("Title", "Rent"), ("Save", "")]
    run = run_of('Create a note with the title "Rent"', FORM, filled, failed, did=did)
    assert kinds(run) == {"error message"}


def test_the_description_of_a_setting_is_no_error_message() -> None:
    """A relative clause such as "that are not shown" describes things, and reports no failure."""
    opened = ("switch Block calls from numbers that are not shown [clickable]", "listitem 555-0101")
    run = run_of('Block "555-0101"', FORM, opened, did=[("Save", "")])
    assert "error message" not in kinds(run)


def test_an_error_message_that_was_resolved_does_not_contradict() -> None:
    """An earlier error that is no longer shown was corrected by a later step."""
    failed = ("textbox Title [editable clickable]", *FORM[1:], "alert A title is required")
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:])
    did = [("Save", ""), ("Title", "Rent"), ("Save", "")]
    run = run_of('Create a note with the title "Rent"', FORM, failed, filled, ("listitem Rent",), did=did)
    assert kinds(run) == set()


def test_a_click_that_shares_one_word_does_not_complete_a_subtask() -> None:
    """A link called "Lissa" is not the article about the river of Lissa."""
    page = ("link Lissa [clickable]", "text Towns")
    instruction = "Open the article about the river near Lissa"
    run = run_of(instruction, page, ("heading Lissa",), did=[("Lissa", "")])
    assert kinds(run) == {"weak click"}


def test_the_row_of_a_clicked_element_counts() -> None:
    """The star in the row of a mail serves "star the mail from Tom Becker"."""
    page = ("row", "  text Tom Becker", "  button Star [clickable]", "row", "  text Ada Lind")
    starred = ("row", "  text Tom Becker", "  button Star [clickable checked]", "row", "  text Ada Lind")
    assert kinds(run_of("Star the mail from Tom Becker", page, starred, did=[("Star", "")])) == set()


def test_a_superlative_that_no_step_considered_contradicts() -> None:
    """The mug that was opened need not be the cheapest."""
    page = ("link Blue mug [clickable]", "link Red mug [clickable]")
    run = run_of("Open the cheapest mug", page, ("heading Blue mug",), did=[("Blue mug", "")])
    assert kinds(run) == {"ignored qualifier"}


def test_a_form_that_was_not_submitted_contradicts() -> None:
    """Text that was typed is not saved while the button Save is waiting."""
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:])
    run = run_of('Create a note with the title "Rent"', FORM, filled, did=[("Title", "Rent")])
    assert kinds(run) == {"open form"}


def test_a_last_click_without_effect_contradicts() -> None:
    """A click that changed nothing achieved nothing, unless the click itself is the task."""
    page = ("button Mute [clickable]",)
    assert kinds(run_of("Mute the call", page, page, did=[("Mute", "")])) == {"no effect"}
    assert kinds(run_of("Click Mute", page, page, did=[("Mute", "")])) == set()


def test_no_step_at_all_contradicts() -> None:
    """A task that asks for a change is not done by looking at the screen."""
    assert "open clause" in kinds(run_of("Find and tidy the inbox", ("text Inbox",)))


@pytest.mark.parametrize(("typed", "expected"), [("autumn", set()), ("spring", {"unused value"})])
def test_a_given_name_in_lower_case_must_be_entered(typed: str, expected: set[str]) -> None:
    """The word after "named" is a value, also without quotes."""
    filled = (f"textbox Title ={typed} [editable clickable]", *FORM[1:])
    run = run_of(
        "Create a branch named autumn", FORM, filled, ("text Done",), did=[("Title", typed), ("Save", "")]
    )
    assert kinds(run) == expected


@pytest.mark.parametrize(("typed", "expected"), [("Food:Fruit", set()), ("Food:Bread", {"unused value"})])
def test_the_names_of_a_path_must_be_entered(typed: str, expected: set[str]) -> None:
    """The account Food:Fruit is entered as one word."""
    filled = (f"textbox Title ={typed} [editable clickable]", *FORM[1:])
    did = [("Title", typed), ("Save", "")]
    assert (
        kinds(run_of("Book it as an expense of Food:Fruit", FORM, filled, ("text Done",), did=did))
        == expected
    )


@pytest.mark.parametrize("name", ["Nora Feld's", "Nora Feld\u2019s", "Nora O'Neill", "Nora O\u2019Neill"])
def test_a_possessive_is_used_by_its_name(name: str) -> None:
    """The possessive of a name need not be in any step, only the name."""
    shown = name.removesuffix("'s").removesuffix("\u2019s")
    page, chosen = (f"link {shown} [clickable]", "link Other [clickable]"), ("button Delete [clickable]",)
    instruction = f"Open the tour of today, {name} tour"
    assert "unused name" not in kinds(run_of(instruction, page, chosen, did=[(shown, "")]))
    assert "unused name" in kinds(run_of(instruction, page, chosen, did=[("Other", "")]))


def test_a_new_value_is_not_entered_by_a_search() -> None:
    """Searching for an issue does not change its priority."""
    page, found = ("searchbox Search [editable clickable]",), ("text Found 1 issue",)
    run = run_of("Change the priority of the issue to urgent", page, found, did=[("Search", "the issue")])
    assert "unused value" in kinds(run)


def test_an_identifier_that_no_step_used_contradicts() -> None:
    """Pausing one device is not done by pausing another, even if the screen names the right one beside it."""
    page = ("button garden-laptop [clickable]", "button attic-server [clickable]", "button Pause [clickable]")
    paused = ("button garden-laptop [clickable]", "button attic-server [clickable]", "text Paused")
    chosen = (*page[:2], "button Pause [clickable selected]")
    wrong = run_of("Pause attic-server", page, chosen, paused, did=[("garden-laptop", ""), ("Pause", "")])
    right = run_of("Pause attic-server", page, chosen, paused, did=[("attic-server", ""), ("Pause", "")])
    assert kinds(wrong) == {"unused value"}
    assert kinds(right) == set()


def test_a_hyphenated_word_that_no_screen_shows_is_no_identifier() -> None:
    """Ordinary words with a hyphen need not be used."""
    page, muted = ("button Mute [clickable]",), ("button Mute [clickable pressed]",)
    assert "unused value" not in kinds(run_of("Mute the follow-up call", page, muted, did=[("Mute", "")]))


def test_something_opened_in_front_of_the_page_contradicts() -> None:
    """A box over most of the page is unfinished, also without the role of a dialog; a menu is not."""
    page = ("button Files [clickable]", "button Mails [clickable]", "button Share [clickable]")
    covered = tuple(line.replace("[clickable]", "[clickable covered]") for line in page)
    box = ("generic Identification", "button Close [clickable]")
    run = run_of("Share the files", page, (*covered, *box), did=[("Share", "")])
    assert kinds(run) == {"open dialog"}
    menu = (*page[:2], covered[2], *box)
    assert kinds(run_of("Share the files", page, menu, did=[("Share", "")])) == set()
    assert kinds(run_of("Open Share", page, (*covered, *box), did=[("Share", "")])) == set()


BOARD = ("heading To Do", "heading Doing", "listitem Paint kites [draggable]")


def dragged(*, left: float) -> tuple[Episode, Plan]:
    """Return a run that drags a card to the column "Doing".

    `left` is the left edge of the card afterwards, in pixels.
    """
    columns = {"To Do": 0.0, "Doing": 160.0}
    page = shot_from_lines(*BOARD)

    def place(card_left: float) -> Shot:
        lefts = {**columns, "Paint kites": card_left}
        nodes = (
            msgspec.structs.replace(
                node, box=Box(lefts[node.name], node.box.top, lefts[node.name] + 150, node.box.bottom)
            )
            for node in page.nodes
        )
        return msgspec.structs.replace(page, nodes=tuple(nodes))

    instruction = "Move the card Paint kites to the column Doing"
    plan = Plan(subtasks=(Subtask(instruction),))
    card = element(place(0), "Paint kites")
    episode = Episode(Task(instruction), (place(0),))
    drag = Drag(card, element(place(0), "Doing"))
    return episode.then(Decision(drag, plan=plan), Outcome(), shot=place(left)), plan


def test_a_drag_that_ended_outside_the_named_column_contradicts() -> None:
    """A card that stays in its column, or moves away, was not moved; in the named column it was."""
    assert "no effect" in kinds(dragged(left=0))
    assert "wrong place" in kinds(dragged(left=0))
    assert kinds(dragged(left=-40)) == {"wrong place"}
    assert kinds(dragged(left=160)) == set()


@pytest.mark.parametrize(("typed", "expected"), [("this", {"typed reference"}), ("1 June", set())])
def test_a_demonstrative_that_was_typed_contradicts(typed: str, expected: set[str]) -> None:
    """The word "this" in an instruction refers to a value, which must be typed instead."""
    page = ("textbox Due [editable clickable]",)
    filled = (f"textbox Due ={typed} [editable clickable]",)
    run = run_of("The kites are due soon. Enter this in the field.", page, filled, did=[("Due", typed)])
    assert kinds(run) == expected


def test_a_quoted_demonstrative_may_be_typed() -> None:
    """A quoted word is text, even if it is a demonstrative."""
    page, filled = ("textbox Word [editable]",), ("textbox Word =this [editable]",)
    assert kinds(run_of('Type "this" into the field', page, filled, did=[("Word", "this")])) == set()


def test_a_key_press_without_effect_contradicts() -> None:
    """Pressing Enter in a field that ignores it saves nothing."""
    page = ("textbox Title =Rent [editable clickable]",)
    plan = Plan(subtasks=(Subtask("Rename the note to Rent"),))
    shot = shot_from_lines(*page)
    episode = Episode(Task("Rename the note to Rent"), (shot,))
    enter = Press("Enter", element(shot, "Title"))
    episode = episode.then(Decision(enter, plan=plan), Outcome(), shot=shot_from_lines(*page))
    assert "no effect" in kinds((episode, plan))


@pytest.mark.parametrize(("typed", "expected"), [("Price", {"unused value"}), ("It is $4", set())])
def test_a_value_that_had_to_be_found_must_be_entered(typed: str, expected: set[str]) -> None:
    """A price that was looked up but never typed did not reach the mail."""
    shop = ("link Mug [clickable]", "text $4", "textbox Message [editable clickable]")
    filled = (*shop[:2], f"textbox Message ={typed} [editable clickable]")
    instruction = "Find out the price of the Mug and put it into the field Message"
    run = run_of(instruction, shop, shop, filled, did=[("Mug", ""), ("Message", typed)])
    assert kinds(run) == expected


def test_a_sentence_is_not_the_name_of_a_person() -> None:
    """A question for a person is not answered by a part of a sentence."""
    page = ("text Mayor", "text runs through it.", "text Ada Lind")
    assert kinds(run_of("Who is the mayor?", page), "runs through it.") == {"no answer"}
    assert kinds(run_of("Who is the mayor?", page), "Ada Lind") == set()


def test_a_dialog_that_shows_the_answer_does_not_contradict() -> None:
    """The details of a card open in a dialog; the answer in it is an answer."""
    page = ("button Band [clickable]",)
    opened = (*page, "dialog Band", "  text The fee is 640 euros")
    question = "How many euros is the fee of the band?"
    plan = Plan(subtasks=(Subtask(question, kind="find_answer", subject=question),))
    run = run_of(question, page, opened, did=[("Band", "")], plan=plan)
    assert kinds(run, "640") == set()


def test_a_field_that_stays_after_saving_does_not_contradict() -> None:
    """A text that is still in its field is saved if the button Save is gone after the click."""
    filled = ("textbox Title =Rent [editable clickable]", *FORM[1:])
    viewed = (filled[0], "button Edit [clickable]", "button Add [clickable]")
    did = [("Title", "Rent"), ("Save", "")]
    run = run_of('Create a note with the title "Rent"', FORM, filled, viewed, did=did)
    assert kinds(run) == set()
    unsaved = run_of('Create a note with the title "Rent"', FORM, filled, (*filled, "text Hint"), did=did)
    assert "open form" in kinds(unsaved)


def test_several_clicks_on_other_elements_do_not_complete_a_subtask() -> None:
    """Opening a card and clicking a filter does not move the card."""
    page = ("button Kites [clickable]", "button To Do [clickable]")
    opened = (*page, "text Kites are paper")
    instruction = "The card Kites should stand directly above the lanterns in the column To Do"
    run = run_of(instruction, page, opened, (*page, "text All"), did=[("Kites", ""), ("To Do", "")])
    assert "weak click" in kinds(run)


def test_a_date_is_not_an_amount() -> None:
    """How much was spent is not answered by a date in the same row."""
    page = ("row", "  text Feb 08", "  text 12.40 EUR")
    assert kinds(run_of("How much was spent on groceries?", page), "Feb 08") == {"no answer"}
    assert kinds(run_of("How much was spent on groceries?", page), "12.40 EUR") == set()


@pytest.mark.parametrize(
    ("field", "expected"), [("Search", {"open clause", "weak click"}), ("Message", set())]
)
def test_a_search_sends_nothing(field: str, expected: set[str]) -> None:
    """Enter in a search field starts a search; in another field, it sends what was entered."""
    page = (f"textbox {field} =Hello [editable clickable]",)
    instruction = "Send the message Hello"
    plan = Plan(subtasks=(Subtask(instruction),))
    shot, found = shot_from_lines(*page), shot_from_lines(*page, "text Hello")
    episode = Episode(Task(instruction), (shot,))
    enter = Press("Enter", element(shot, field))
    episode = episode.then(Decision(enter, plan=plan), Outcome(), shot=found)
    assert kinds((episode, plan)) == expected


def test_a_drag_without_effect_contradicts_although_a_later_click_had_one() -> None:
    """A file was not moved if the drag changed nothing, whatever a click changed afterwards."""
    page = shot_from_lines(*BOARD, "link Login [clickable]")
    plan = Plan(
        subtasks=(Subtask("Move the card Paint kites to the column Doing"), Subtask("submit the form"))
    )
    drag = Drag(element(page, "Paint kites"), element(page, "Doing"))
    episode = Episode(Task("Move the card Paint kites to the column Doing"), (page,))
    episode = episode.then(Decision(drag, plan=plan), Outcome(), shot=page)
    later = msgspec.structs.replace(plan, at=1)
    login = shot_from_lines("text Password")
    episode = episode.then(Decision(Click(element(page, "Login")), plan=later), Outcome(), shot=login)
    assert "no effect" in kinds((episode, later))


def test_a_name_that_a_screen_shows_may_only_say_what_to_read() -> None:
    """A voucher code that was read is another kind of evidence than one that no screen shows."""
    shown = ("text Voucher TAKE8, valid until May", "button Save [clickable]")
    page, saved = ("button Save [clickable]",), ("text Saved",)
    text = "Save the voucher TAKE8"
    assert "unused name" in kinds(run_of(text, shown, saved, did=[("Save", "")]))
    assert "unused value" in kinds(run_of(text, page, saved, did=[("Save", "")]))


@pytest.mark.parametrize(
    ("answer", "denies"),
    [
        ("I'm sorry, but I can't assist with that.", True),
        ("This could not be done", True),
        ("Saved; the field cannot be empty, so it reads 0", False),
        ("", False),
    ],
)
def test_an_answer_may_deny_that_the_task_is_done(answer: str, *, denies: bool) -> None:
    """An apology is no claim of success."""
    episode, plan = run_of("Save the form", FORM, ("text Saved",), did=[("Save", "")])
    found = find_contradictions(episode, plan, answer=answer)
    assert ("denied success" in {each.kind for each in found}) is denies
