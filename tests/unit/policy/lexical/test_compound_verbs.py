"""Compound verbs of common applications are expanded into single steps."""

import pytest

from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.clause_expansion import expand_clause


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Reply to the mail from Ann with "Yes"',
         ("open the email by Ann", "click the reply button", 'type "Yes" into the message',
          "click the send button")),
        ('Write a mail to ann@b.example with the subject "Hi" and the text "Bye"',
         ("click the compose button", 'type "ann@b.example" into the to field',
          'type "Hi" into the subject field', 'type "Bye" into the message field', "click the send button")),
        ("Delete the email by Ann", ("open the email by Ann", "click the delete button")),
        ('Move the mail "Lunch" to the archive', ('open "Lunch"', "click the archive button")),
        ("Add 2 of the Desk Lamp to the cart",
         ('open "Desk Lamp"', "type 2 into the quantity field", 'click the "Add to cart" button')),
        ('Add "milk" to the shopping list', ('type "milk" into the shopping field', "press Enter")),
        ("Work out 12 minus 5 with the calculator",
         ('click the "1" button', 'click the "2" button', 'click the "minus" button', 'click the "5" button',
          'click the "equals" button')),
        ("Who wrote Hamlet?", ('open "Hamlet"',)),
        ("Select File>Save", ('hover over "File"', 'click "Save"')),
        ("Select tea, milk and sugar from the list",
         ('select "tea" from the list', 'select "milk" from the list', 'select "sugar" from the list')),
        ('Enter "s3" into both password fields',
         ('type "s3" into the 1st textbox', 'type "s3" into the 2nd textbox')),
        ('click "Save"', ('click "Save"',)),
    ],
)  # fmt: skip
def test_a_compound_verb_is_expanded(text: str, expected: tuple[str, ...]) -> None:
    """Mail, carts, lists, calculators, menus and repeated fields are expanded; other clauses are not."""
    assert expand_clause(parse_clause(text)) == expected
