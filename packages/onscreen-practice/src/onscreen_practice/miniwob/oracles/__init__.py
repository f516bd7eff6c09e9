"""Oracles of MiniWoB++: for each task a short function that plays it from what a person sees.

An oracle is asked before every step and knows only what is before it: the instruction, the screen, what it
did. It therefore also goes on from a state that someone else brought about, which is how a learner's own
mistakes are put right (Ross et al. 2011, DAgger). How often each reaches the reward, and the full reward,
`benchmarks/miniwob_oracles.py` counts. A few know from the page's tree what a person does not see:
ascending-numbers the order of its squares, find-greatest the numbers of cards that lie face down.
"""
