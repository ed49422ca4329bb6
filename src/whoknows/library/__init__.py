"""What people do first with whoknows, in three lines each; `import whoknows` opens it."""
