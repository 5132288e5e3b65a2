"""The portfolio's contest: who searches when, and the helper process."""
