from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import roofline
from film import catalogue as module
from film.catalogue import Outcome, catalogue, outcomes_text
from film.costs import Costs
from film.errors import FilmError
from film.jobs import Crew, Pool
from film.produce import Result
from film.progress import Display, Plain
from film.request import Request
from film.storyboard import Storyboard


class Maker:
    """Stands for `make`: remembers what it was asked, and fails for some chips."""

    def __init__(self, fails: dict[str, Exception]):
        self.fails, self.asked = fails, list[Request]()

    def __call__(self, request: Request, storyboard: Storyboard, display: Display, crew: Crew) -> Result:
        self.asked.append(request)
        if request.gpu in self.fails:
            raise self.fails[request.gpu]
        return Result(request.folder / "film.mp4", 61.0, 3, 4, Costs())


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> Any:
    chips = {key: roofline.gpus()[key] for key in ("h100", "a100", "l4", "rtx-4090", "b200")}
    monkeypatch.setattr(roofline, "gpus", lambda: chips)

    def run(fails: dict[str, Exception], **options: Any) -> tuple[Sequence[Outcome], Maker, str]:
        maker = Maker(fails)
        monkeypatch.setattr(module, "make", maker)
        log = StringIO()
        found = list(catalogue(Request(preset="draft", **options), Storyboard(), Plain(log), Pool(1, print)))
        return found, maker, log.getvalue()

    return run


def test_every_chip_gets_its_film_in_its_folder(outcomes: Any, tmp_path: Path) -> None:
    found, maker, _ = outcomes({}, output=tmp_path / "all")
    assert [outcome.failed for outcome in found] == [False] * 5
    assert [str(asked.folder.relative_to(tmp_path / "all")) for asked in maker.asked] == [
        f"{gpu}-llama-3.1-8b-draft" for gpu in ("h100", "a100", "l4", "rtx-4090", "b200")
    ]
    _, maker, _ = outcomes({}, weights="int8")
    assert str(maker.asked[0].folder) == "build/h100-llama-3.1-8b-draft-int8"


def test_it_goes_on_after_a_failure_and_reports_it_at_the_end(outcomes: Any) -> None:
    full = OSError(28, "No space left on device", "/disk")
    found, maker, log = outcomes({"a100": FilmError("beat x runs over"), "l4": full})
    assert len(maker.asked) == 5
    assert [outcome.gpu for outcome in found if outcome.failed] == ["a100", "l4"]
    text = outcomes_text(found)
    assert text.splitlines()[1].split() == ["h100", "build/h100-llama-3.1-8b-draft/film.mp4", "1:01", "3", "4"]
    assert "a100: beat x runs over" in text.partition("Failed:")[2]
    assert "no space left on the disk" in text
    assert "a100 failed: beat x runs over" in log


def test_a_chip_that_the_model_does_not_fit_is_left_out_which_is_no_failure(outcomes: Any) -> None:
    found, maker, _ = outcomes({}, model="llama-3.1-70b")
    left = [outcome.gpu for outcome in found if outcome.reason]
    assert {"h100", "l4"} <= set(left)
    assert [asked.gpu for asked in maker.asked] == [outcome.gpu for outcome in found if outcome.result]
    assert not any(outcome.failed for outcome in found)
    assert "l4: " in outcomes_text(found).partition("Left out:")[2]


def test_a_bug_is_not_hidden(outcomes: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        outcomes({"h100": ZeroDivisionError()})
