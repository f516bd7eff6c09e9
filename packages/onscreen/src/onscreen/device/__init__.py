"""Devices: screen -> Shot, Action -> screen."""
