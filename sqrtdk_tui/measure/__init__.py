"""The Measure pane: what a study has found, in words, tables, charts and JSON."""
