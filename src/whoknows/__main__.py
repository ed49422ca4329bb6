"""`python -m whoknows` is the command `whoknows`."""

from whoknows.cli.entry import main

if __name__ == "__main__":  # a worker process imports this file too, under another name
    main()
