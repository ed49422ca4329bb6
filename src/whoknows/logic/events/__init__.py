"""What happens: announcements, events, and their product with a model."""
