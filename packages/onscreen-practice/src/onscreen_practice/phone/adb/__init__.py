"""Device side of the adb protocol, spoken to adb servers that connect over TCP."""
