"""The lab in the browser, one page a file."""
