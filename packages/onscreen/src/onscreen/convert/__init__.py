"""Conversion of episodes to trajectory formats and scripts of other tools."""
