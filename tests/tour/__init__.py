"""The tour without a screen."""
