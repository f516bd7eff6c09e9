"""Devices: each turns a screen into a `Shot` and performs actions on it."""
