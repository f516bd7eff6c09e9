"""Simulated Android phone that is controlled with adb and rendered by a headless browser."""
