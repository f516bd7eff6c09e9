"""For all tests: what they start hears Ctrl-C, also where they run in the background of a shell."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
