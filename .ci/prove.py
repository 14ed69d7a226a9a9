"""Look at a rendered film from outside: `prove.py FILM [OTHER]`.

It shares no code with the project: it decodes what lies in the folder FILM and compares it with what its manifest
promises; given OTHER, it also compares every frame and sample of the two films.
"""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import av
import numpy as np
import pyloudnorm

FILES = [
    "film.mp4",
    "film.srt",
    "film.vtt",
    "film.described.vtt",
    "transcript.md",
    "chapters.txt",
    "poster.png",
    "figures.json",
    "manifest.json",
]
SAFE = 0.02
"""The least spread of brightness, of 1, that a picture with something in it has."""


def main(folder: Path, other: Path | None) -> None:
    missing = [name for name in FILES if not (folder / name).is_file() or not (folder / name).stat().st_size]
    expect(not missing, f"all files are there, none is empty {' '.join(missing)}")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    whole(manifest)
    pictures, sound = digest(folder, manifest)
    captions(folder, manifest)
    if other:
        theirs = json.loads((other / "manifest.json").read_text("utf-8"))
        expect(theirs == manifest, "both renders have the same manifest, hashes of raw frames included")
        expect((pictures, sound) == digest(other, manifest), "both renders decode to the same frames and samples")


def whole(manifest: dict[str, Any]) -> None:
    beats = list(chain.from_iterable(scene["beats"] for scene in manifest["scenes"]))
    ends = [beat["start_frame"] + beat["frames"] for beat in beats]
    expect([beat["start_frame"] for beat in beats] == [0, *ends[:-1]], "the beats follow one another without a gap")
    expect(ends[-1] == manifest["frames"], "the beats add up to the film")
    expect(abs(manifest["seconds"] * manifest["fps"] - manifest["frames"]) < 1e-6, "frames and seconds agree")
    expect(all(beat["hash"] for beat in beats), "every beat has the hash of its frames")


def digest(folder: Path, manifest: dict[str, Any]) -> tuple[str, str]:
    """Decode all pictures and all sound; their hashes."""
    with av.open(str(folder / "film.mp4")) as film:
        pictures, frames, flat, longest = sha256(), 0, 0, 0
        for frame in film.decode(video=0):
            grey = frame.to_ndarray(format="gray")
            flat = flat + 1 if frames > manifest["fps"] and grey.std() / 255 < SAFE else 0
            longest = max(longest, flat)
            pictures.update(frame.to_ndarray().tobytes())
            frames += 1
        expect(
            (frame.width, frame.height) == (manifest["width"], manifest["height"]), f"{frame.width} × {frame.height}"
        )
        expect(frames == manifest["frames"], f"{frames} frames, as promised")
        # A cut through the dark takes a few pictures.
        expect(longest < manifest["fps"] / 2, "after its first second the picture is nowhere empty for half a second")
        expect(frame.colorspace == 1, "tagged BT.709")
    with av.open(str(folder / "film.mp4")) as film:
        rate = film.streams.audio[0].rate
        samples = np.concatenate([frame.to_ndarray() for frame in film.decode(audio=0)], axis=1)
    seconds = samples.shape[1] / rate
    expect(
        abs(seconds - manifest["seconds"]) < 0.05, f"{seconds:.3f} s of sound for {manifest['seconds']:.3f} s of film"
    )
    loudness = pyloudnorm.Meter(rate).integrated_loudness(samples.T.astype(float))
    expect(abs(loudness + 16) <= 1, f"{loudness:.1f} LUFS")
    peak = 20 * np.log10(np.abs(samples).max())
    expect(peak <= -1, f"peak {peak:.1f} dB")
    return pictures.hexdigest(), sha256(samples.tobytes()).hexdigest()


def captions(folder: Path, manifest: dict[str, Any]) -> None:
    blocks = (folder / "film.srt").read_text("utf-8").strip().split("\n\n")
    lines = [block.split("\n")[2:] for block in blocks]
    expect(
        all(len(cue) <= 2 and max(map(len, cue)) <= 42 for cue in lines),
        f"{len(blocks)} captions, two lines of 42 at most",
    )
    times = [[seconds(at) for at in block.split("\n")[1].split(" --> ")] for block in blocks]
    flat = list(chain.from_iterable(times))
    expect(flat == sorted(flat) and flat[-1] <= manifest["seconds"], "captions do not overlap and end within the film")
    spoken = " ".join(beat["line"] for scene in manifest["scenes"] for beat in scene["beats"])
    said = re.sub(r"\[[^]]*]", "", " ".join(chain.from_iterable(lines)))  # what is not in brackets: those name sounds
    expect(said.split() == spoken.split(), "the captions say every word that is spoken")


def seconds(stamp: str) -> float:
    hours, minutes, rest = re.split(":", stamp.replace(",", "."))
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def expect(holds: bool, what: str) -> None:
    print(f"  {'holds' if holds else 'FAILS'}: {what}")
    if not holds:
        sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
