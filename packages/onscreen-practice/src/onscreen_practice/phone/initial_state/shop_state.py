"""Initial state of the shop app: products, shopping cart, orders and addresses."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_COLOURS = ("Black", "White", "Blue", "Green", "Red", "Grey", "Yellow")
_OPTIONS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "Electronics": (("Colour", ("Black", "White", "Blue")),),
    "Household": (("Colour", ("Grey", "White", "Green")),),
    "Fashion": (("Colour", ("Black", "Blue", "Red")), ("Size", ("S", "M", "L", "XL"))),
    "Books": (("Format", ("Paperback", "Hardcover", "E-book")),),
    "Sports": (("Colour", ("Black", "Yellow", "Blue")),),
    "Toys": (),
}
_PRODUCTS = (
    ("Electronics", "Noise-cancelling headphones", "Sonora", 129, "music"),
    ("Electronics", "Bluetooth speaker", "Sonora", 49, "speaker"),
    ("Electronics", "Portable charger", "Voltica", 29, "battery2"),
    ("Electronics", "Mechanical keyboard", "Klikko", 89, "keyboard"),
    ("Electronics", "Action camera", "Optiqa", 149, "camera"),
    ("Electronics", "Desk monitor", "Optiqa", 219, "desktop"),
    ("Electronics", "Smart plug", "Voltica", 15, "usb"),
    ("Household", "Table lamp", "Lumo", 35, "brightness"),
    ("Household", "Coffee maker", "Brewsta", 85, "cafe"),
    ("Household", "Wool blanket", "Nidum", 55, "hotel"), ("Household", "Wall clock", "Lumo", 28, "clock"),
    ("Household", "Storage box", "Nidum", 18, "archive"),
    ("Household", "Kitchen scale", "Brewsta", 24, "restaurant"),
    ("Household", "Bath towel set", "Nidum", 32, "layers"),
    ("Fashion", "Rain jacket", "Northpeak", 89, "umbrella"),
    ("Fashion", "Linen shirt", "Albanova", 39, "person"),
    ("Fashion", "Running shoes", "Stradea", 95, "walk"), ("Fashion", "Wool scarf", "Albanova", 27, "snowy"),
    ("Fashion", "Denim jeans", "Albanova", 59, "tag"), ("Fashion", "Leather belt", "Albanova", 33, "link"),
    ("Fashion", "Sun hat", "Northpeak", 22, "sunny"),
    ("Books", "The Quiet Harbor", "Fern Press", 14, "reader"),
    ("Books", "Garden of Small Hours", "Fern Press", 16, "reader"),
    ("Books", "Cooking with Seasons", "Table Press", 26, "food"),
    ("Books", "A Short History of Maps", "Meridian", 21, "map"),
    ("Books", "Learning to Sail", "Meridian", 23, "windy"),
    ("Books", "The Last Lighthouse", "Fern Press", 13, "reader"),
    ("Books", "Mountains on Paper", "Meridian", 31, "reader"),
    ("Sports", "Yoga mat", "Flexara", 29, "fitness"), ("Sports", "Dumbbell set", "Flexara", 65, "fitness"),
    ("Sports", "Water bottle", "Northpeak", 19, "fuel"),
    ("Sports", "Camping tent", "Northpeak", 139, "park"), ("Sports", "Bike helmet", "Stradea", 49, "bike"),
    ("Sports", "Jump rope", "Flexara", 12, "link"), ("Sports", "Swimming goggles", "Stradea", 17, "eye"),
    ("Toys", "Wooden train", "Tinkerly", 34, "train"), ("Toys", "Building blocks", "Tinkerly", 42, "apps"),
    ("Toys", "Forest puzzle", "Puzzlix", 19, "park"), ("Toys", "Card game", "Puzzlix", 14, "card"),
    ("Toys", "Plush bear", "Tinkerly", 25, "heart"), ("Toys", "Paper kite", "Tinkerly", 21, "navigation"),
    ("Toys", "Drawing set", "Puzzlix", 23, "palette"),
)  # fmt: skip
_REVIEW_TEXTS = (
    (5, "Exactly what I was looking for."), (5, "Great quality, fast delivery."),
    (5, "I bought a second one as a gift."), (4, "Very good, but the box was damaged."),
    (4, "Does what it should."), (4, "Nice, a little smaller than expected."),
    (3, "It is all right for the price."), (3, "Good idea, average finish."),
    (2, "Stopped working after a month."), (1, "Not as described."),
)  # fmt: skip
_STREETS = (
    "Maple Street", "Station Road", "Mill Lane", "Harbor Avenue", "Cedar Court", "Bridge Street",
    "Orchard Way", "Hill Road",
)  # fmt: skip
_CITIES = ("Fairview", "Lakewood", "Brookside", "Milton", "Ashford", "Riverton")
_OFFER_PROBABILITY, _SOLD_OUT_PROBABILITY = 0.25, 0.06
_OWNER = "Robin Vale"
CATEGORIES = tuple(_OPTIONS)


class Review(msgspec.Struct, frozen=True):
    """A customer review of a product, with 1 to 5 stars."""

    who: str
    stars: int
    text: str
    date: str


class Product(msgspec.Struct, frozen=True):
    """A product sold in the shop app.

    `price` and `old_price` are in cents. `old_price` is 0 unless the product is on offer.
    """

    id: str
    name: str
    category: str
    brand: str
    price: int
    old_price: int
    rating: float
    stock: int
    icon: str
    options: tuple[tuple[str, tuple[str, ...]], ...]
    reviews: tuple[Review, ...]


class CartItem(msgspec.Struct, frozen=True):
    """A product in a shopping cart or an order, with its variant and quantity.

    `variant` is a text such as `Blue, M`, and `price` is the unit price in cents.
    """

    id: str
    product: str
    variant: str
    quantity: int
    price: int


class Address(msgspec.Struct, frozen=True):
    """A delivery address."""

    id: str
    label: str
    name: str
    street: str
    city: str
    zip: str
    phone: str


class Payment(msgspec.Struct, frozen=True):
    """A payment method."""

    id: str
    label: str


class Voucher(msgspec.Struct, frozen=True):
    """A discount code for shopping carts above a minimum value.

    The discount is `percent` or `amount` (in cents), for carts of at least `min_total` cents.
    """

    code: str
    percent: int
    amount: int
    min_total: int
    until: str


class Order(msgspec.Struct, frozen=True):
    """A customer's order with its items and delivery status.

    `status` is Processing, Shipped, Delivered, Cancelled or Return requested. `returned` are the ids of the
    products sent back, and `way` is how they are sent.
    """

    id: str
    number: str
    date: str
    lines: tuple[CartItem, ...]
    total: int
    status: str
    address: str
    payment: str
    shipping: str = "Standard"
    reason: str = ""
    voucher: str = ""
    returned: tuple[str, ...] = ()
    way: str = ""


class ShopSettings(msgspec.Struct, frozen=True):
    """Settings of the shop app."""

    deals: bool = True
    order_updates: bool = True
    wish_alerts: bool = False
    newsletter: str = "Weekly"
    personal: bool = True


class Shop(msgspec.Struct, frozen=True):
    """State of the shop app: products, cart, wish list, orders and settings.

    `wish` holds the product ids on the wish list.
    """

    products: tuple[Product, ...]
    categories: tuple[str, ...]
    cart: tuple[CartItem, ...]
    wish: tuple[str, ...]
    addresses: tuple[Address, ...]
    payments: tuple[Payment, ...]
    vouchers: tuple[Voucher, ...]
    orders: tuple[Order, ...]
    searches: tuple[str, ...]
    owner: str = _OWNER
    default_address: str = "address0"
    default_payment: str = "payment0"
    voucher: str = ""
    settings: ShopSettings = ShopSettings()


def build_shop_state(rng: Random, *, people: tuple[Person, ...]) -> Shop:
    """Generate 42 products and a customer with a cart, six orders and three addresses."""
    products = tuple(_build_product(i, rng=rng, people=people) for i in range(len(_PRODUCTS)))
    chosen = rng.sample([each for each in products if each.stock], 15)
    cart = tuple(_build_cart_item(f"line{i}", each, rng=rng) for i, each in enumerate(chosen[:3]))
    payments = (
        Payment("payment0", f"Credit card •••• {rng.randint(1000, 9999)}"),
        Payment("payment1", f"Debit card •••• {rng.randint(1000, 9999)}"),
        Payment("payment2", "PayEasy"),
        Payment("payment3", "Cash on delivery"),
    )
    return Shop(
        products,
        CATEGORIES,
        cart,
        tuple(each.id for each in rng.sample([each for each in products if each not in chosen], 3)),
        _build_addresses(rng),
        payments,
        _build_vouchers(rng),
        _build_orders(chosen[3:], rng=rng),
        tuple(rng.sample(("lamp", "jacket", "puzzle", "camera", "book"), 2)),
    )


def _build_product(index: int, *, rng: Random, people: tuple[Person, ...]) -> Product:
    category, name, brand, base_price, icon = _PRODUCTS[index]
    price = round(base_price * rng.uniform(0.8, 1.3)) * 100 + 90 + index % 10
    old_price = (
        round(price * rng.uniform(1.15, 1.5) / 100) * 100 - 1 if rng.random() < _OFFER_PROBABILITY else 0
    )
    reviewers = rng.sample(people, rng.randint(2, 6))
    days = [f"2026-{rng.randint(1, 2):02}-{rng.randint(1, 28):02}" for _ in reviewers]
    reviews = tuple(
        Review(person.name, *rng.choice(_REVIEW_TEXTS), day)
        for person, day in zip(reviewers, days, strict=True)
    )
    rating = round(sum(review.stars for review in reviews) / len(reviews), 1)
    stock = 0 if rng.random() < _SOLD_OUT_PROBABILITY else rng.randint(5, 60)
    return Product(
        f"product{index}",
        name,
        category,
        brand,
        price,
        old_price,
        rating,
        stock,
        icon,
        _OPTIONS[category],
        reviews,
    )


def choose_variant(product: Product, *, rng: Random) -> str:
    """Choose a random value for each product option and join the values with commas."""
    return ", ".join(rng.choice(values) for _, values in product.options)


def _build_cart_item(key: str, product: Product, *, rng: Random) -> CartItem:
    return CartItem(key, product.id, choose_variant(product, rng=rng), rng.randint(1, 3), product.price)


def _build_addresses(rng: Random) -> tuple[Address, ...]:
    streets, numbers = rng.sample(_STREETS, 3), rng.sample(range(1, 180), 3)
    labelled = zip(("Home", "Work", "Holiday house"), numbers, streets, strict=True)
    return tuple(
        Address(
            f"address{i}",
            label,
            _OWNER,
            f"{number} {street}",
            rng.choice(_CITIES),
            f"{rng.randint(10000, 99999)}",
            "555-0142",
        )
        for i, (label, number, street) in enumerate(labelled)
    )


def _build_vouchers(rng: Random) -> tuple[Voucher, ...]:
    percent, amount = rng.choice((10, 15, 20)), rng.choice((5, 8))
    return (
        Voucher(f"SPRING{percent}", percent, 0, 0, "2026-04-30"),
        Voucher(f"TAKE{amount}", 0, amount * 100, 2000, "2026-05-31"),
        Voucher("WINTER30", 30, 0, 0, "2026-02-28"),
    )


def _build_orders(products: list[Product], *, rng: Random) -> tuple[Order, ...]:
    statuses = ["Processing", "Processing", "Shipped", "Delivered", "Delivered", "Cancelled"]
    numbers = rng.sample(range(10000, 99999), len(statuses))
    days = sorted(rng.sample(range(1, 28), 4), reverse=True)
    dates = ["2026-03-11", "2026-03-09", *(f"2026-02-{day:02}" for day in days)]
    orders = []
    for i, (status, number, date) in enumerate(zip(statuses, numbers, dates, strict=True)):
        order_products = enumerate(products[i * 2 : i * 2 + 2])
        lines = tuple(_build_cart_item(f"order{i}line{j}", each, rng=rng) for j, each in order_products)
        total = sum(line.price * line.quantity for line in lines)
        payment = rng.choice(("payment0", "payment2"))
        orders.append(Order(f"order{i}", str(number), date, lines, total, status, "address0", payment))
    return tuple(orders)
