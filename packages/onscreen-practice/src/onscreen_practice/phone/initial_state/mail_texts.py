"""Text templates for generated emails, with placeholders in braces.

The placeholders are replaced with random words.
"""

from __future__ import annotations

COMPANIES = (
    (
        "Fairwind Energy",
        "billing@fairwind.example",
        "Your bill of {billed}",
        "Your bill of {billed} is {price}.20 EUR. It is due on March 28. Your customer number is {number}.",
        "Bills",
        "Bill {billed}.pdf",
    ),
    (
        "Blue Harbor Hotel",
        "stay@blueharbor.example",
        "Booking {code} confirmed",
        (
            "Thank you for your booking. Your room is reserved from {month} {day} for {nights} nights. "
            "Your confirmation code is {code}. Check-in starts at 15:00."
        ),
        "Travel",
        "Voucher {code}.pdf",
    ),
    (
        "Swift Rail",
        "tickets@swiftrail.example",
        "Your ticket to {city}",
        (
            "Your train to {city} leaves on {month} {day} at {time} from platform {nights}. Seat {seat} is "
            "reserved for you."
        ),
        "Travel",
        "Ticket {seat}.pdf",
    ),
    (
        "Garden Weekly",
        "news@gardenweekly.example",
        "Ten plants that love the shade",
        "This week: ferns, hostas and eight more plants for dark corners. Plus: when to cut roses.",
        "",
        "",
    ),
    (
        "Tech Digest",
        "editor@techdigest.example",
        "What is new this {month}",
        "Longer battery life, smaller chips and a robot that folds laundry. Read the stories of {month}.",
        "",
        "",
    ),
    (
        "Corner Books",
        "orders@cornerbooks.example",
        "Order {number} has shipped",
        "Good news: your order {number} is on its way and arrives on {month} {day}. You paid {price}.50 EUR.",
        "Receipts",
        "Receipt {number}.pdf",
    ),
    (
        "Riverside Clinic",
        "desk@riverside.example",
        "Your appointment on {month} {day}",
        (
            "We look forward to seeing you on {month} {day} at {time}. Please bring your insurance card. "
            "Room {nights}, first floor."
        ),
        "",
        "",
    ),
    (
        "Old Mill School",
        "office@oldmill.example",
        "Parents' evening",
        (
            "The parents' evening is on {month} {day} at {time} in the gym. Please tell us by the end of "
            "the week whether you come."
        ),
        "Family",
        "",
    ),
    (
        "City Library",
        "loans@citylibrary.example",
        "Two books are due soon",
        "Please return two books by {month} {day}. You can renew them once with your card number {number}.",
        "",
        "",
    ),
    (
        "Fit Club",
        "hello@fitclub.example",
        "Save {nights}0 % on your next year",
        "Renew your membership before {month} {day} and save {nights}0 %.",
        "",
        "",
    ),
    (
        "Green Grocer",
        "club@greengrocer.example",
        "Coupons of the week",
        "Apples, oat milk and coffee are cheaper until {month} {day}.",
        "",
        "",
    ),
    (
        "Solar Fund",
        "invest@solarfund.example",
        "A question about your roof",
        "Have you thought about solar panels? Answer this mail for a free estimate.",
        "",
        "",
    ),
)
FRIENDS = (
    (
        "Cabin in {month}",
        (
            "Hi,\n\nthe cabin is free from {month} {day} for {nights} nights. It costs {price} EUR a "
            "night. Shall I book it?\n\nBest,\n{first}"
        ),
        "Family",
        "",
    ),
    (
        "Minutes of Monday",
        "Hello,\n\nattached are the minutes of Monday. Please check item {nights}.\n\nRegards,\n{first}",
        "Work",
        "Minutes.txt",
    ),
    (
        "Budget for {city}",
        "Hi,\n\nthe budget for {city} is {price}00 EUR. Can you confirm it by {month} {day}?\n\n{first}",
        "Work",
        "Budget {city}.csv",
    ),
    (
        "My lentil soup",
        (
            "You asked for it: {nights} onions, {price}0 g lentils, one carrot, salt. Cook for 40 "
            "minutes.\n\n{first}"
        ),
        "Family",
        "",
    ),
    (
        "Choir on {month} {day}",
        "Dear all,\n\nwe meet on {month} {day} at {time}, this time in the church hall.\n\n{first}",
        "",
        "",
    ),
    (
        "Photos of the hike",
        "Hey,\n\nhere are the two best photos of the hike to the lake.\n\n{first}",
        "Family",
        "Hike.jpg",
    ),
    (
        "New phone number",
        "Hello,\n\nmy new office number is 558-{number}. The old one stops working in {month}.\n\n{first}",
        "Work",
        "",
    ),
    (
        "Slides for {city}",
        (
            "Hi,\n\ncould you look at slide {day} before the talk in {city}? It starts at "
            "{time}.\n\nThanks,\n{first}"
        ),
        "Work",
        "Slides.pdf",
    ),
    (
        "Lost scarf",
        "Did I leave my red scarf at your place? I need it before {month} {day}.\n\n{first}",
        "",
        "",
    ),
    (
        "Move to a new flat",
        (
            "Hi,\n\nI move on {month} {day} and need two strong people at {time}. There will be "
            "pizza.\n\n{first}"
        ),
        "",
        "",
    ),
)
SENT = (
    ("Re: Cabin plans", "Sounds good, let us decide next week."),
    ("Offer for the kitchen", "Please find our questions about the offer below."),
    ("Thank you for dinner", "It was a lovely evening. Next time at our place!"),
    ("Holiday request", "I would like to take off the first week of July."),
)
