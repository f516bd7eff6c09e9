"""Parts that the devices `windows` and `macos` share: values, nodes, input and actions."""
