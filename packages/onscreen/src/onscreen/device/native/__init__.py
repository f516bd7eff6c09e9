"""Common parts of the devices `windows` and `macos`: values, nodes, input and actions."""
