"""Fixtures that several rooms share."""

from tests.plugin_site import site

__all__ = ["site"]
