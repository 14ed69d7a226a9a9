"""What is measured is what the server did, by its own clock: within three percent, in every way of streaming.

The server's times are those at which it really sent, so that a busy machine slows both alike, and medians are
compared. The measurements run side by side: they mostly wait.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

import pytest

CLOSE = 0.03

WAYS: dict[str, dict[str, Any]] = {
    "steady": {"prompts": "40,2000", "runs": 3},
    "grouped": {},
    "reasoning": {},
    "hidden": {"max_tokens_total": 5000},
    "steady@completions": {"api": "completions"},
}


@pytest.fixture(scope="module")
def results(server: Any, measuring: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The records of every way of streaming, and what the server did for each streamed request."""

    def measure(way: str) -> Any:
        given = {"prompts": "40", "runs": 5, "output_tokens": 60, **WAYS[way]}
        behaviour = f"slow-{way.partition('@')[0]}/{way}"
        raw = measuring()(server.settings(behaviour, tmp_path_factory.mktemp("way"), **given))
        return raw, server.served(behaviour)

    with ThreadPoolExecutor(len(WAYS)) as pool:
        return dict(zip(WAYS, pool.map(measure, WAYS), strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_both_figures_are_within_three_percent(results: dict[str, Any], way: str) -> None:
    raw, served = results[way]
    records = [one for one in raw.records if one.kind != "calibration"]
    for length in raw.lengths:
        runs = [
            (record, true)
            for record, true in zip(records, served, strict=True)
            if (record.kind, record.asked) == ("run", length.asked)
        ]
        assert len(runs) == length.runs == raw.endpoint.runs
        assert median(record.first_token / true.first for record, true in runs) == pytest.approx(1, abs=CLOSE)
        assert median(record.rate / true.rate for record, true in runs) == pytest.approx(1, abs=CLOSE)
        assert length.first_token.median == median(record.first_token for record, _ in runs) > 0.5
