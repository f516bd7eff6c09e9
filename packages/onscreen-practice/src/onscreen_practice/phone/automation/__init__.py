"""Simulated on-device servers of the automation tools uiautomator2 and Mobilerun."""
