"""A practice phone on a port: python -m onscreen.worlds.phone --port 0 --seed 3."""

from __future__ import annotations

import sys

from onscreen.worlds.phone.starting import main

if __name__ == "__main__":
    sys.exit(main())
