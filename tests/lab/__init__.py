"""Tests of the inputs, as typed and as kept."""
