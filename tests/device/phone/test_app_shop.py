"""The shop of the phone: what a customer relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).shop
NAMES = {each.id: each.name for each in BEGUN.products}


def _open_product(hand: Hand, name: str) -> None:
    hand.open("Shop")
    hand.tap("Search products")
    hand.type("Search products", name)
    hand.tap(f'Search for "{name}"')
    hand.tap(name)


def test_variant_is_chosen_before_buying(hand: Hand) -> None:
    """A product with variants goes into the cart only after one of each was chosen."""
    product = next(each for each in BEGUN.products if each.category == "Fashion" and each.stock)
    _open_product(hand, product.name)
    hand.tap("Add to cart")
    assert "Choose a colour first" in hand.shown()
    hand.tap("Red")
    hand.tap("M")
    hand.tap("Add to cart")
    assert hand.state("s.shop.cart.at(-1).variant") == "Red, M"


def test_search_without_hit_says_so(hand: Hand) -> None:
    """A search for what is not sold says so instead of showing something else."""
    hand.open("Shop")
    hand.tap("Search products")
    hand.type("Search products", "submarine")
    hand.tap('Search for "submarine"')
    assert "No products found" in hand.shown()


def test_removed_line_comes_back(hand: Hand) -> None:
    """A product removed from the cart is back, at its place, after Undo."""
    hand.open("Shop")
    hand.tap("Cart (")
    name = NAMES[BEGUN.cart[0].product]
    hand.tap(f"Remove {name}")
    assert hand.state("s.shop.cart.length") == len(BEGUN.cart) - 1
    hand.tap("Undo")
    assert hand.state("s.shop.cart[0].product") == BEGUN.cart[0].product


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", "Enter a voucher code"),
        ("NOTHING", "This voucher does not exist"),
        ("WINTER30", "This voucher has expired"),
    ],
)
def test_bad_voucher_is_refused(hand: Hand, code: str, told: str) -> None:
    """A voucher that is missing, unknown or too old is refused, with the reason."""
    hand.open("Shop")
    hand.tap("Cart (")
    hand.type("Voucher code", code)
    hand.tap("Apply")
    assert told in hand.shown()
    assert hand.state("s.shop.voucher") == ""


def test_order_needs_the_terms(hand: Hand) -> None:
    """An order is placed only after the terms were agreed to; then the cart is empty."""
    hand.open("Shop")
    hand.tap("Cart (")
    hand.tap("Checkout")
    hand.tap("Place order")
    assert hand.state("s.shop.orders.length") == len(BEGUN.orders)
    hand.tap("I agree to the terms of sale")
    assert "Agree to the terms of sale first" not in hand.shown()
    hand.tap("Place order")
    assert "Thank you for your order" in hand.shown()
    assert hand.state("[s.shop.cart.length, s.shop.orders.length]") == [0, len(BEGUN.orders) + 1]


def test_address_form_names_what_is_missing(hand: Hand) -> None:
    """An address is saved only when it is whole and its postal code has five digits."""
    hand.open("Shop")
    hand.tap("Account")
    hand.tap("Addresses")
    hand.tap("Add address")
    hand.tap("Save")
    assert "Label is missing" in hand.shown()
    for hint, words in (("Label", "Attic"), ("Street", "1 Way"), ("Postal", "12"), ("City", "Town")):
        hand.type(hint, words)
    hand.tap("Save")
    assert "The postal code has five digits" in hand.shown()
    hand.type("Postal", "12345")
    hand.tap("Save")
    assert hand.state("s.shop.addresses.at(-1).label") == "Attic"


def test_wish_list_stays_until_reset(hand: Hand) -> None:
    """The wish list is the same after leaving the shop, and as it began after a reset."""
    product = next(each for each in BEGUN.products if each.category == "Toys" and each.id not in BEGUN.wish)
    hand.open("Shop")
    hand.tap("Categories")
    hand.tap("Toys")
    hand.tap(f"Add {product.name} to wish list")
    hand.press("Home")
    hand.open("Shop")
    assert f"Remove {product.name} from wish list" in hand.shown()
    hand.reset()
    assert hand.state("s.shop.wish") == list(BEGUN.wish)
