"""What a question is asked with: options and their bounds; the statistics of answers."""
