"""One agent asks, and each question splits the worlds by its answer.

`problem` says what can be asked and answered; `scores` say which split is best;
`strategies` ask by a score; `plan` is a strategy written out as a tree; `optimum` proves
the best plan; `static` fixes all questions in advance; `table` reads problems from files.
No particular game is known here.
"""
