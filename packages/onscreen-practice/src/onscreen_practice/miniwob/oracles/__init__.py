"""Scripted solvers for MiniWoB++ tasks, called oracles.

An oracle is called before every step with the instruction, the current screen and the past actions. It can
therefore continue from states that another agent produced, which is how a learner's mistakes are
relabelled with correct actions (DAgger, Ross et al. 2011). `benchmarks/miniwob_oracles.py` measures how
often each oracle earns a reward, and the full reward. Two oracles use information from the page's tree that
is not visible: ascending-numbers the order of its squares, find-greatest the numbers on face-down cards.
"""
