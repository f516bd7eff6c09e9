"""Task suite `sites` for the practice web applications, with checks and scripted solutions."""
