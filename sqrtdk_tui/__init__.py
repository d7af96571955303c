"""Why does attention divide q·k by √d_k before softmax? A terminal instrument."""

__version__ = "0.1.0"
