"""Command-line entry point that starts a simulated phone on a TCP port.

For example: python -m onscreen_practice.phone --port 0 --seed 3
"""

from __future__ import annotations

import sys

from onscreen_practice.phone.phone_process import main

if __name__ == "__main__":
    sys.exit(main())
