"""Simulated Android phone: adb over TCP, apps rendered by a real browser, state from a random seed."""
