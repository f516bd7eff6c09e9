"""Text templates for simulated web pages, with placeholders in braces.

The placeholders are replaced with random words.
"""

from __future__ import annotations

TOPICS = (
    ("Mount Ardin", "is the highest mountain of the Ardin range. Its north face is covered by ice all year."),
    (
        "River Tessel",
        "flows from Mount Ardin through Haldern to the sea. Barges used it until the railway came.",
    ),
    ("Lake Orvin", "is a deep lake in the south. In cold winters people skate from shore to shore."),
    ("Haldern", "is a town on the River Tessel, known for its cheese market and its university."),
    ("Isle of Skarra", "is an island in the west. Sheep outnumber people by far."),
    ("Ardin Railway", "is a narrow railway that climbs to the foot of Mount Ardin."),
    ("Tessel Bridge", "is the oldest bridge over the River Tessel. It has five arches."),
    ("Skarra Lighthouse", "is a lighthouse on the Isle of Skarra. Its lamp can be seen far out at sea."),
    ("Haldern University", "is one of the smallest universities of the country."),
    ("Orvin trout", "is a fish that lives only in Lake Orvin."),
)
STORIES = (
    ("Local", "New tram line opens in {month}", "It runs every {n} minutes. It cost {m} million euros."),
    ("Local", "Market moves to Canal Square", "From {month} {d} the market has {n}0 stalls on Canal Square."),
    ("Local", "Swimming pool closes for repairs", "It reopens on {month} {d}. Season tickets stay valid."),
    ("Sports", "Haldern wins the cup", "Haldern won {n} to 1 before {m},000 people."),
    ("Sports", "Runner breaks the record", "She ran the bridge race in {m} minutes and {d} seconds."),
    ("Science", "New beetle found on Skarra", "The beetle is {n} millimeters long and lives in driftwood."),
    ("Science", "Telescope sees a comet", "The comet will be brightest on {month} {d}."),
    ("World", "Fishing talks end", "{n} countries agreed to catch {m} percent less."),
)  # fmt: skip
DISHES = (
    (
        "Lentil soup",
        ("{g} g lentils", "2 carrots", "1 onion", "1 l broth"),
        "Fry, add broth, cook until soft.",
    ),
    ("Rye bread", ("{g} g rye flour", "10 g salt", "1 cup of sourdough"), "Knead, let rise overnight, bake."),
    ("Apple cake", ("{n} apples", "{g} g flour", "3 eggs", "cinnamon"), "Stir, lay apples on top, bake."),
    ("Potato salad", ("{g} g potatoes", "1 cucumber", "mustard"), "Boil, slice, mix while warm."),
    ("Mushroom risotto", ("{g} g rice", "200 g mushrooms", "parmesan"), "Stir, and stir, and stir."),
    ("Pancakes", ("{n} eggs", "{g} g flour", "500 ml milk"), "Whisk, rest, fry in butter."),
    ("Bean chili", ("{g} g beans", "{n} chilies", "tomatoes", "cumin"), "Simmer for a long time."),
)
BOOKS = (
    ("The Salt Road", "M. Arden"), ("Night Ferry", "L. Okoye"), ("A Field Guide to Clouds", "P. Strand"),
    ("The Glass Orchard", "I. Varga"), ("Bees of the North", "T. Halonen"), ("Bread and Stone", "C. Duarte"),
    ("Seven Winters", "A. Kovacs"), ("The Mapmaker", "R. Singh"), ("Small Engines", "D. Weiss"),
)  # fmt: skip
TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")
