"""Independent pieces of work, done on one core, on all cores, or on a cluster.

A solver or an experiment cuts its work into pieces that know nothing of each other, and
`run` gives the results as they come.  Where the work is done changes nothing in them.
"""

from whoknows.work.places import SHORT_CHUNK, Cores, Here, Place, place
from whoknows.work.progress import Pace
from whoknows.work.results_journal import resumed
from whoknows.work.run_pieces import Cancelled, run
from whoknows.work.signals import Terminated, ending_on_sigterm

__all__ = [
    "SHORT_CHUNK",
    "Cancelled",
    "Cores",
    "Here",
    "Pace",
    "Place",
    "Terminated",
    "ending_on_sigterm",
    "place",
    "resumed",
    "run",
]
