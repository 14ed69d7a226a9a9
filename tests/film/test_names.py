"""The names of chips and models come out right: what the neural voice's own dictionary makes of them, each read and
agreed to."""

from __future__ import annotations

from typing import Any

import pytest

import roofline
from film.neural import network
from film.script import SpokenWord

SOUNDS = {
    "h100": "ˈAʧ wˈʌn hˈʌndɹəd",
    "a100": "ˈA wˈʌn hˈʌndɹəd",
    "rtx-4090": "ˈɑɹ tˈi ˈɛks fˈɔɹTi nˈIndi",
    "h100-pcie": "ˈAʧ wˈʌn hˈʌndɹəd pˈi sˈi ˌI ˈi",
    "h100-nvl": "ˈAʧ wˈʌn hˈʌndɹəd ˈɛn vˈi ˈɛl",
    "h200": "ˈAʧ tˈu hˈʌndɹəd",
    "b200": "bˈi tˈu hˈʌndɹəd",
    "gb200": "ʤˈi bˈi tˈu hˈʌndɹəd ʤˈi pˈi jˈu",
    "a100-40gb": "ˈA wˈʌn hˈʌndɹəd fˈɔɹTi ɡˈɪɡəbˌIt",
    "a100-pcie": "ˈA wˈʌn hˈʌndɹəd pˈi sˈi ˌI ˈi",
    "l4": "ˈɛl fˈɔɹ",
    "l40s": "ˈɛl fˈɔɹTi ˈɛs",
    "rtx-3090": "ˈɑɹ tˈi ˈɛks θˈɜɹTi nˈIndi",
    "rtx-5090": "ˈɑɹ tˈi ˈɛks fˈɪfti nˈIndi",
    "mi300x": "ˈɛm ˌI θɹˈi hˈʌndɹəd ˈɛks",
    "mi325x": "ˈɛm ˌI θɹˈi twˈɛntifˌIv ˈɛks",
    "mi355x": "ˈɛm ˌI θɹˈi fˈɪftifˌIv ˈɛks",
    "gaudi-3": "ɡˈWdi θɹˈi",
    "tpu-v5e": "tˈi pˈi jˈu vˈi fˈIv ˈi",
    "tpu-v5p": "tˈi pˈi jˈu vˈi fˈIv pˈi",
    "tpu-v6e": "tˈi pˈi jˈu vˈi sˈɪks ˈi",
    "tpu7x": "tˈi pˈi jˈu sˈɛvən ˈɛks",
    "llama-3.1-8b": "lˈɑmə θɹˈi pˈYnt wˈʌn, ˈAt bˈi",
    "llama-3.2-1b": "lˈɑmə θɹˈi pˈYnt tˈu, wˈʌn bˈi",
    "llama-3.2-3b": "lˈɑmə θɹˈi pˈYnt tˈu, θɹˈi bˈi",
    "llama-3.1-70b": "lˈɑmə θɹˈi pˈYnt wˈʌn, sˈɛvənti bˈi",
    "llama-3.1-405b": "lˈɑmə θɹˈi pˈYnt wˈʌn, fˈɔɹ hˈʌndɹəd fˈIv bˈi",
    "mistral-7b-v0.3": "mˈɪstɹᵊl sˈɛvən bˈi",
    "qwen2.5-7b": "kwˈɛn tˈu pˈYnt fˈIv, sˈɛvən bˈi",
    "qwen3-8b": "kwˈɛn θɹˈi, ˈAt bˈi",
    "phi-4": "fˈI fˈɔɹ",
    "gemma-2-9b": "ʤˈɛmə tˈu, nˈIn bˈi",
}
ROWS: dict[str, Any] = {**roofline.gpus(), **roofline.models()}


def test_every_name_was_read() -> None:
    assert list(SOUNDS) == list(ROWS)


@pytest.mark.parametrize("key", SOUNDS)
def test_name(key: str) -> None:
    """In the middle of a sentence, where neighbours could change how it is read."""
    row = ROWS[key]
    words = [SpokenWord(text, text) for text in ["It", "is", "one"]]
    words += [SpokenWord(row.name, row.said, "gpu.name"), SpokenWord("today.", "today.")]
    phonemes, owners = network().phonemes(words)
    sounds = "".join(phonemes[place] for place, owner in enumerate(owners) if owner == 3)
    assert sounds.replace(" ", "") == SOUNDS[key].replace(" ", "")
