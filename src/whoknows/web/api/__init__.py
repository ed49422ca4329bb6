"""The lab for programs: the same rooms as JSON, under `/api`."""
