"""The quiz: cards, grading, scheduling and progress. It knows no screen and loads `fsrs` only when needed."""
