"""Episodes -> a small model: rows of decisions, examples, the net, how wrong it is, fitting it."""
