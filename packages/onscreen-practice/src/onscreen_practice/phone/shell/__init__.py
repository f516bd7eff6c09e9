"""The phone's shell: a small part of Android's, its commands, and the files they see."""
