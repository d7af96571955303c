"""Where randomness is a test's tool, a clean machine repeats it exactly; at a desk it looks for new examples."""

import os

from hypothesis import settings

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
