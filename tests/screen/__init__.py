"""The screen, driven by keys and read as text."""
