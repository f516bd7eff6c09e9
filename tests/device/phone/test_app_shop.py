"""The shop app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).shop
NAMES = {each.id: each.name for each in BEGUN.products}


def _open_product(driver: PhoneDriver, name: str) -> None:
    driver.open("Shop")
    driver.tap("Search products")
    driver.type("Search products", name)
    driver.tap(f'Search for "{name}"')
    driver.tap(name)


def test_variant_must_be_chosen(driver: PhoneDriver) -> None:
    """A product with variants is added to the cart only after choosing each option."""
    product = next(each for each in BEGUN.products if each.category == "Fashion" and each.stock)
    _open_product(driver, product.name)
    driver.tap("Add to cart")
    assert "Choose a colour first" in driver.visible_texts()
    driver.tap("Red")
    driver.tap("M")
    driver.tap("Add to cart")
    assert driver.state("s.shop.cart.at(-1).variant") == "Red, M"


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message and no products."""
    driver.open("Shop")
    driver.tap("Search products")
    driver.type("Search products", "submarine")
    driver.tap('Search for "submarine"')
    assert "No products found" in driver.visible_texts()


def test_undo_restores_a_removed_product(driver: PhoneDriver) -> None:
    """Undo restores a product removed from the cart at its position."""
    driver.open("Shop")
    driver.tap("Cart (")
    name = NAMES[BEGUN.cart[0].product]
    driver.tap(f"Remove {name}")
    assert driver.state("s.shop.cart.length") == len(BEGUN.cart) - 1
    driver.tap("Undo")
    assert driver.state("s.shop.cart[0].product") == BEGUN.cart[0].product


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "Enter a voucher code"),
        ("NOTHING", "This voucher does not exist"),
        ("WINTER30", "This voucher has expired"),
    ],
)
def test_invalid_voucher_is_refused(driver: PhoneDriver, code: str, message: str) -> None:
    """An empty, unknown or expired voucher is refused with the reason."""
    driver.open("Shop")
    driver.tap("Cart (")
    driver.type("Voucher code", code)
    driver.tap("Apply")
    assert message in driver.visible_texts()
    assert driver.state("s.shop.voucher") == ""


def test_order_requires_accepting_the_terms(driver: PhoneDriver) -> None:
    """An order is placed only after accepting the terms; then the cart is empty."""
    driver.open("Shop")
    driver.tap("Cart (")
    driver.tap("Checkout")
    driver.tap("Place order")
    assert driver.state("s.shop.orders.length") == len(BEGUN.orders)
    driver.tap("I agree to the terms of sale")
    assert "Agree to the terms of sale first" not in driver.visible_texts()
    driver.tap("Place order")
    assert "Thank you for your order" in driver.visible_texts()
    assert driver.state("[s.shop.cart.length, s.shop.orders.length]") == [0, len(BEGUN.orders) + 1]


def test_incomplete_address_shows_errors(driver: PhoneDriver) -> None:
    """An address needs all fields and a postal code of five digits."""
    driver.open("Shop")
    driver.tap("Account")
    driver.tap("Addresses")
    driver.tap("Add address")
    driver.tap("Save")
    assert "Label is missing" in driver.visible_texts()
    for hint, words in (("Label", "Attic"), ("Street", "1 Way"), ("Postal", "12"), ("City", "Town")):
        driver.type(hint, words)
    driver.tap("Save")
    assert "The postal code has five digits" in driver.visible_texts()
    driver.type("Postal", "12345")
    driver.tap("Save")
    assert driver.state("s.shop.addresses.at(-1).label") == "Attic"


def test_wish_list_is_kept_until_reset(driver: PhoneDriver) -> None:
    """The wish list is kept after leaving the app, until a reset."""
    product = next(each for each in BEGUN.products if each.category == "Toys" and each.id not in BEGUN.wish)
    driver.open("Shop")
    driver.tap("Categories")
    driver.tap("Toys")
    driver.tap(f"Add {product.name} to wish list")
    driver.press("Home")
    driver.open("Shop")
    assert f"Remove {product.name} from wish list" in driver.visible_texts()
    driver.reset()
    assert driver.state("s.shop.wish") == list(BEGUN.wish)
