"""Tests of the screen, without a screen."""
