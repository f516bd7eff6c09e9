"""The commands of the phone's shell, grouped by what they are about."""
