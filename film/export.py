"""From a request to stills in a folder, drawn without rendering the film."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from film.cache import Cache, opened, silent
from film.jobs import Job, Pool
from film.outputs import ready
from film.portrait import Commission, Delivered, Portrait, work
from film.presets import check_jobs
from film.request import Request
from film.stillbook import write_book
from film.stills import Still, StillOptions, chosen, description, validate
from film.story import Story, tell
from film.storyboard import Storyboard


def export(request: Request, storyboard: Storyboard, folder: Path, options: StillOptions) -> Iterator[Path]:
    """Draw the stills into a folder, and write beside them what is known of each (`film.stillbook`).

    Yields the files as they are there. What else lies in the folder stays.
    """
    validate(request, options)
    ready(folder)
    with opened(request.cache_folder, silent) as cache:
        story = tell(request, storyboard, cache)
        stills = chosen(story, options)
        made: dict[str, Delivered] = {}
        for one in _drawn(request, story, stills, folder, options, cache):
            made[one.name] = one
            yield from one.files.values()
    yield from write_book(folder, story, [(still, made[still.name]) for still in stills])


def _drawn(
    request: Request, story: Story, stills: Sequence[Still], folder: Path, options: StillOptions, cache: Cache
) -> Iterator[Delivered]:
    """The stills as they are written, by as many processes as there are cores, each a scene at a time."""
    jobs = []
    for name, board in story.boards.items():
        portraits = tuple(
            Portrait(still.name, still.moment, _title(story, still), description(story, still))
            for still in stills
            if still.beat.scene == name
        )
        if portraits:
            look, plan = options.look(request), story.plans[name]
            order = Commission(board.card, plan, portraits, look, options.formats, folder, cache.plates)
            jobs.append(Job(name, len(portraits), order))
    if len(jobs) == 1:
        yield from work(jobs[0].payload, lambda count: None)
        return
    with Pool(check_jobs(request.jobs), work) as pool:
        for _, delivered in pool.run(jobs, lambda count: None):
            yield from delivered


def _title(story: Story, still: Still) -> str:
    scene = next(scene for scene in story.timeline.scenes if scene.name == still.beat.scene)
    return f"{story.script.title}: {scene.title}" if story.script.title else scene.title
