"""`python -m studio` and `puzzle-studio`: a command if one is named, else the window."""

# The first lines clean the search path; anything imported before them could come from the folder of a hostile puzzle.
import sys

from studio.core import isolate

isolate.harden()


def main(argv: list[str] | None = None) -> int:
    import multiprocessing

    multiprocessing.freeze_support()
    if isolate.helped():
        return 0
    from studio.cli import run

    return run(sys.argv[1:] if argv is None else argv, own_process=True)


if __name__ == "__main__":
    sys.exit(main())
