"""Tests, by layer."""
