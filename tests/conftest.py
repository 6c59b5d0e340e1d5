"""What the tests start hears Ctrl-C, also where they themselves run in the background."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
