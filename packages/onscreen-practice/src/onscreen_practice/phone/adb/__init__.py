"""Device side of the Android Debug Bridge (adb) protocol, served over TCP."""
