"""`python -m whoknows` is the command `whoknows`."""

from whoknows.cli.main import main

main()
