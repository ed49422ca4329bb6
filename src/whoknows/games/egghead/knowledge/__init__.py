"""Who knows what in EggHead: sets of worlds as bits, and what each step does to them."""
