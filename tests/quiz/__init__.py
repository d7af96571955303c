"""The quiz without a screen."""
