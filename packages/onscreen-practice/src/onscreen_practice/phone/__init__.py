"""A phone to practise on: adb on the wire, applications drawn by a real browser, everything from a seed."""
