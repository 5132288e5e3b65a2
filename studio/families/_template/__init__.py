"""The template family: Latin squares. Copy this folder to start a family of your own; it is always tested, never shown."""

from studio.families._template.family import LatinSquare

FAMILY = LatinSquare()
