"""Command-line interface: argument parsing, commands and terminal output."""
