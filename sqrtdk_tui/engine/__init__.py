"""The numbers: attention, slots, laws. NumPy only; knows no screen."""
