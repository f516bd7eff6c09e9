"""Policies: Situation -> Proposal, or None to abstain."""
