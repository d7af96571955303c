"""python -m sqrtdk_tui."""

import sys

from sqrtdk_tui.cli import main

sys.exit(main())
