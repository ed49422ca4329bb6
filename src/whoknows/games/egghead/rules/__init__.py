"""The rules of EggHead: stacks, questions and decks, setups and tapes, and the log."""
