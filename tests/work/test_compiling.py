"""Compiled functions where nothing can be kept on disk."""

from whoknows.work.compiled import compiled

SOURCE = "def twice(n):\n    return 2 * n\n"


def test_a_function_whose_folder_cannot_be_written_is_compiled_all_the_same():
    """Numba has no place for the machine code of a file that is nowhere."""
    names = {}
    exec(compile(SOURCE, "/nowhere/twice.py", "exec"), names)
    twice = compiled(nogil=True)(names["twice"])
    assert twice(21) == 42
    assert not twice.stats.cache_path
