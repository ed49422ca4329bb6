"""What can be worked out about EggHead: simulations, distributions, and deadlocks."""
