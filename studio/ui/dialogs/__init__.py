"""Dialogs: they ask, and hand back plain values; none of them edits a document."""
