"""Programs that run on the phone for automation clients: the servers of uiautomator2 and Mobilerun."""
