"""Make the module that the tests of the policy `route` share importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
