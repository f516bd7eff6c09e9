"""Places to practise that run anywhere; they import nothing of ours."""
