"""The Slope pane: what a nudge moves, and the honest statistics of many rows."""
