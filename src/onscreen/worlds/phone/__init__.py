"""A phone to practise on: Android's adb on the wire, applications drawn by a real browser, everything from a seed."""
