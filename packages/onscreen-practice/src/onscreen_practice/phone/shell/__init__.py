"""The phone's shell: a subset of Android's sh, its commands, and their file system."""
