"""The first lines of the stand-alone program: what `python -m studio` is elsewhere."""

import sys

from studio.__main__ import main

sys.exit(main())
