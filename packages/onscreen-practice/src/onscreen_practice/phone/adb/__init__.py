"""The adb device protocol: what a phone says to an adb server that connects to its port."""
