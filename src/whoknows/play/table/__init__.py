"""One game being played: referee, room, what each one sees, transcript."""
