"""Devices that agents operate, such as a web browser or an Android phone."""
