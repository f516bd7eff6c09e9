"""Text in natural language: words and their similarity, quotes, names, dates and arithmetic."""
