"""What no deal can do better than, by theorems."""
