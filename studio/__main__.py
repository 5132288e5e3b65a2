"""`python -m studio` and `puzzle-studio`: a command if one is named, else the window."""

from __future__ import annotations

import sys


def main(argv: list[str] | None = None) -> int:
    from studio.cli import run

    return run(sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
