"""Text parsing shared by policies: arithmetic, dates, words."""
