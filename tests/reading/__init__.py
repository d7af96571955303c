"""Tests of what is computed and said of it."""
