from __future__ import annotations

import signal

# Where the tests are started in the background, Ctrl-C is ignored, and programs that they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)
