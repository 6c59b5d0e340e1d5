"""`python -m kibitz` is the command `kibitz`."""

import sys

from kibitz.cli import main

sys.exit(main())
