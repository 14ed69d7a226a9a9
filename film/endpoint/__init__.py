"""Measuring an endpoint of one's own: time to first token and decode rate, for several prompt lengths.

It speaks the OpenAI-compatible streaming API through httpx, with httpx-sse to read the stream, rather than through the
openai package: what is measured is when bytes arrive, so nothing may wait, retry or reconnect on its own; every fault
is told from its cause; and extra fields that servers send are looked at, not dropped.

`settings` is what the command line asks; `session` runs it, with `prompts`, `calibration` and `schedule` to say what to
send, `client` to send it, `events` to read what comes, `faults` to name what goes wrong and `ledger` to keep every
record in a file; `report` sets the result against each chip's ceiling.
"""
