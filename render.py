"""The command line: each command is a few lines that call `film`.

Nothing is imported before it is needed, so that `list` and `--help` answer at once. What a user can mend
is one line on stderr and exit code 2; Ctrl-C is one line and 130.
"""

from __future__ import annotations

import os
import signal
import sys

if __name__ == "__main__":

    def _leave(*_: object) -> None:
        """End at once: nothing is begun."""
        if sys.stderr:
            sys.stderr.write("render.py: stopped\n")
        os._exit(130)

    # What is loaded next takes its time, and asked to end meanwhile it would end with a traceback.
    for _number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(_number) != signal.SIG_IGN:  # as under nohup
            signal.signal(_number, _leave)

from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from film.request import Request

Command = TypeVar("Command", bound=Callable[..., Any])

SUBJECT = (
    click.option("--gpu", default="h100", show_default=True, help="Chip; `list chips` shows what is known."),
    click.option("--model", default="llama-3.1-8b", show_default=True, help="Model; `list models` shows them."),
    click.option("--prompt", type=int, default=2000, show_default=True, help="Tokens in the prompt."),
    click.option("--users", type=int, default=64, show_default=True, help="Users in a batch."),
    click.option("--context", type=int, default=256, show_default=True, help="Tokens of context of each user."),
    click.option("--weights", default="bf16", show_default=True, help="Precision of the weights: bf16 or int8."),
    click.option(
        "--measurements",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Another endpoint than the film's, as `measure` writes it.",
    ),
)
VERSUS = (
    click.option("--versus", metavar="CHIP", help="Another chip, which answers the same prompt in a scene of its own."),
)
PICTURE = (
    click.option("--preset", help="draft (640x360 at 15), hd (1080p60, the default) or uhd (4K at 60)."),
    click.option("--size", metavar="WxH", help="Another size than the preset's, 16:9 and even."),
    click.option("--fps", type=int, help="Another number of frames a second than the preset's."),
)
CACHE = (
    click.option("--cache", type=click.Path(path_type=Path), help="Folder of kept parts [default: build/.cache]."),
)
WORDS = (
    click.option("--scene", metavar="NAME", help="Only this scene; `list scenes` shows them."),
    click.option("--voice", default="neural", show_default=True, help="neural, silent or recorded:FOLDER."),
    click.option("--language", default="en", show_default=True, help="Language of the script."),
    *CACHE,
)
ENDPOINT = (
    click.option("--base-url", metavar="URL", help="Address of the API, such as https://api.example.com/v1."),
    click.option("--model", metavar="NAME", help="The model, as the endpoint calls it."),
    click.option("--api", default="chat", show_default=True, help="chat or completions."),
    click.option("--prompts", default="34,2081,16361", show_default=True, help="Lengths of the prompts in tokens."),
    click.option("--runs", type=int, default=5, show_default=True, help="Runs of each prompt."),
    click.option("--output-tokens", type=int, default=256, show_default=True, help="Tokens of each answer."),
    click.option("--same-prompt", is_flag=True, help="Send the same prompt every time: the server may keep it."),
    click.option("--api-key-env", metavar="VARIABLE", help="Name of the environment variable that holds the key."),
    click.option("--header", multiple=True, metavar="'NAME: VALUE'", help="Another header; '$VARIABLE' as the value."),
    click.option("--extra-body", metavar="JSON", help='More fields of the request, such as {"ignore_eos": true}.'),
    click.option("--provider", metavar="NAME", help="Pin a router to this provider."),
    click.option("--router", metavar="NAME", help="What the film calls the router."),
    click.option("--name", help="What the film calls the endpoint [default: the provider or host]."),
    click.option("--precision", default="BF16", show_default=True, help="What the server keeps its weights in."),
    click.option("--film-model", metavar="MODEL", help="Which of `list models` it is, if its name does not tell."),
    click.option("--timeout", type=float, default=120, show_default=True, help="Longest silence, in seconds."),
    click.option("--max-tokens-total", type=int, help="Stop before so many tokens are spent."),
    click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="[default: measured-MODEL.toml]"),
)


SOUND = (
    click.option("--music/--no-music", default=True, help="The quiet bed under the voice."),
    click.option("--effects/--no-effects", default=True, help="The sounds of water, reads and figures."),
)
WORKERS = (
    click.option("--jobs", type=int, help="Processes that draw [default: one a core]."),
    click.option("--scheduler", metavar="ADDRESS", help="Draw on a Dask cluster, such as tcp://192.0.2.1:8786."),
)
GROUND = (
    click.option("--ground", default="night", show_default=True, help="night, or light: for projectors and print."),
)
STILLS = (
    click.option("--only", metavar="PATTERN", help="Only these, such as decode_tap.idle or 'decode_tap.*'."),
    click.option("--at", multiple=True, metavar="MOMENT", help="This moment of the film: 1:23.5, 83.5 or frame f5012."),
    *GROUND,
    click.option("--aspect", default="16:9", show_default=True, help="The stage laid out for 4:3, 1:1 or 9:16."),
    click.option("--plain", is_flag=True, help="Without titles and large numbers."),
)


def options(*groups: tuple[Callable[[Command], Command], ...]) -> Callable[[Command], Command]:
    """Put groups of options on a command."""

    def put(command: Command) -> Command:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return put


class Commands(click.Group):
    """A group that lists its commands to whoever names none of them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            from film.errors import FilmError, nearest

            known = ", ".join(self.commands)
            raise FilmError(f"no command {args[0]!r}{nearest(args[0], self.commands)}; there are: {known}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """A narrated film about how a language model runs on a chip, computed from its data sheet."""


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
@options(SOUND, WORKERS)
@click.option("--beat", metavar="SCENE.BEAT", help="Preview one beat; at draft unless a preset is given.")
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Folder of the film.")
@click.option("--why", is_flag=True, help="Say what has to be drawn, and why.")
def film(why: bool, scheduler: str | None, **given: Any) -> None:
    """Render the film, or a part of it."""
    from film.produce import hired, make
    from film.progress import display
    from scenes import STORYBOARD

    with display(sys.stderr) as shown, hired(STORYBOARD, given["jobs"], scheduler, shown.say) as crew:
        result = make(request(**given), STORYBOARD, shown, crew, why)
    click.echo(result)


@cli.command()
@options(SUBJECT[1:], PICTURE, WORDS)
@options(SOUND, WORKERS)
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Folder of the films' folders.")
def catalogue(scheduler: str | None, **given: Any) -> None:
    """Render the film of every chip that is known."""
    from film.catalogue import catalogue, outcomes_text
    from film.produce import hired
    from film.progress import display
    from scenes import STORYBOARD

    with display(sys.stderr) as shown, hired(STORYBOARD, given["jobs"], scheduler, shown.say) as crew:
        outcomes = list(catalogue(request(**given), STORYBOARD, shown, crew))
    click.echo(outcomes_text(outcomes))
    if failed := sum(outcome.failed for outcome in outcomes):
        fail(f"{failed} of {len(outcomes)} films failed; the same command makes what is missing", 1)


@cli.command()
@options(SUBJECT, PICTURE)
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="The film's folder.")
def page(**given: Any) -> None:
    """Write the page to play with, beside the film if there is one."""
    from film.page.build import make

    click.echo(make(request(**given), aside))


@cli.command()
@options(SUBJECT, VERSUS)
@click.option("--language", default="en", show_default=True, help="Language of the words.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def figures(as_json: bool, **given: Any) -> None:
    """Print every figure with its formula."""
    import json

    from film.language import words_for
    from film.report import figures_data, figures_text
    from film.request import figures_for

    asked = request(**given)
    found = figures_for(asked)
    words = words_for(found, asked.language)
    if as_json:
        click.echo(json.dumps(figures_data(found, words), ensure_ascii=False, indent=2))
    else:
        click.echo(figures_text(found, words))


@cli.command()
@click.argument("chips", nargs=-1, metavar="CHIP CHIP…")
@options(SUBJECT[1:])
@click.option("--language", default="en", show_default=True, help="Language of the words.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option("--markdown", is_flag=True, help="As a table for a document.")
def compare(chips: tuple[str, ...], as_json: bool, markdown: bool, **given: Any) -> None:
    """Print the figures of two chips or more side by side, with ratios to the first."""
    import json

    from film.compare import compare, compared_data, compared_markdown, compared_text

    found = compare(request(**given), chips)
    if as_json:
        click.echo(json.dumps(compared_data(found), ensure_ascii=False, indent=2))
    else:
        click.echo(compared_markdown(found) if markdown else compared_text(found))


@cli.command()
@click.argument("what", metavar="chip|model")
def template(what: str) -> None:
    """Print a commented file to start from, for --gpu or --model."""
    from roofline.own import template

    click.echo(template(what), nl=False)


@cli.command()
@options(SUBJECT, PICTURE, WORDS[:-1])
@click.option("--jobs", type=int, help="Processes that draw.")
@click.option("--against-manim", is_flag=True, help="Also render the scenes with manim's own command.")
@click.option("--against-encoder", is_flag=True, help="Also feed frames of the film to the encoder alone.")
@click.option("--scaling", is_flag=True, help="Also render with one, two and four workers, each on its own core.")
@click.option("--json", "file", metavar="FILE", type=click.Path(path_type=Path), help="Write the results there, too.")
def bench(file: Path | None, against_manim: bool, against_encoder: bool, scaling: bool, **given: Any) -> None:
    """Measure what rendering the film from nothing costs."""
    from film.bench.report import data, text
    from film.bench.run import bench
    from film.outputs import write_json
    from film.progress import display
    from scenes import STORYBOARD

    with display(sys.stderr) as shown:
        done = bench(request(**given), STORYBOARD, shown, against_manim, against_encoder, scaling)
    if file:
        write_json(file, data(done))
    click.echo(text(done))


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--quick", is_flag=True, help="Only decode the film and check it against its manifest.")
@click.option("--jobs", type=int, help="Processes that draw.")
def verify(folder: Path, quick: bool, jobs: int | None) -> None:
    """Render a film again from nothing and compare frames, sound and captions."""
    from film import verify
    from film.progress import display
    from scenes import STORYBOARD

    with display(sys.stderr) as shown:
        found = list(verify.quick(folder) if quick else verify.again(folder, STORYBOARD, shown, jobs=jobs))
    told(found, f"{folder}: {'as its manifest says' if quick else 'rendered again, and every file is the same'}")


@cli.group(cls=Commands)
@options(CACHE)
@click.pass_context
def cache(context: click.Context, cache: Path | None) -> None:
    """Say what is kept, or remove what is not needed."""
    context.obj = request(cache=cache).cache_folder


@cache.command()
@click.pass_obj
def size(root: Path) -> None:
    """How much is kept of what, and the limit."""
    from film.stock import size_text

    click.echo(size_text(root))


@cache.command(name="list")
@click.pass_obj
def list_kept(root: Path) -> None:
    """What is kept, and when it was used."""
    from film.stock import list_text

    click.echo(list_text(root))


@cache.command()
@click.option(
    "--limit", metavar="SIZE", help="As much may stay, such as 5GB [default: ROOFLINE_CACHE_LIMIT, or 20 GB]."
)
@click.pass_obj
def prune(root: Path, limit: str | None) -> None:
    """Remove what was not used for longest, except what a running render uses."""
    from film import stock

    click.echo(stock.prune(root, stock.limit(limit)))


@cache.command()
@click.pass_obj
def clear(root: Path) -> None:
    """Remove everything, except what a running render uses."""
    from film import stock

    click.echo(stock.prune(root, 0))


@cli.command(name="list")
@click.argument("what", metavar="chips|models|scenes")
def list_(what: str) -> None:
    """Say which chips, models or scenes there are."""
    from film.listing import listed
    from scenes import STORYBOARD

    click.echo(listed(what, STORYBOARD))


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
def script(**given: Any) -> None:
    """Print the narration with its numbers and start times."""
    from film.captions import listing
    from film.story import notes, told
    from scenes import STORYBOARD

    asked = request(**given)
    for note in notes(asked, STORYBOARD):
        aside(note)
    story = told(asked, STORYBOARD)
    click.echo(listing(story.timeline, story.words), nl=False)


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
def check(**given: Any) -> None:
    """Find what is wrong before anything is rendered."""
    from film.check import check as problems
    from scenes import STORYBOARD

    told(problems(request(**given), STORYBOARD), "nothing wrong")


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
@options(STILLS)
@click.option("--format", "formats", multiple=True, metavar="FORMATS", help="png (the default), svg, pdf: png,svg.")
@click.option("--transparent", is_flag=True, help="Without the ground: for slides as dark, or as light.")
@click.option("--list", "as_list", is_flag=True, help="Say which stills there are, and what they show.")
@click.option("--jobs", type=int, help="Processes that draw [default: one for each core].")
@click.option(
    "--output", metavar="DIR", type=click.Path(path_type=Path), help="Where to [default: stills/ in the film's]."
)
def stills(as_list: bool, output: Path | None, jobs: int | None, **given: Any) -> None:
    """Draw the still of each beat, or any moment, for slides."""
    from film.export import export
    from film.stills import StillOptions, formats, listed
    from scenes import STORYBOARD

    chosen = {name: given.pop(name) for name in ("only", "at", "ground", "aspect", "size", "transparent", "plain")}
    wanted = StillOptions(formats(given.pop("formats")), **chosen)
    asked = request(**given, jobs=jobs)
    if as_list:
        click.echo(listed(asked, STORYBOARD, wanted.only))
        return
    for path in export(asked, STORYBOARD, output or asked.folder / "-".join(["stills", *wanted.tags]), wanted):
        click.echo(path)


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
@options(WORKERS)
@options(STILLS)
@click.option("--markdown", is_flag=False, flag_value="marp", metavar="[TOOL]", help="As Markdown, for marp or reveal.")
@click.option("--with-clips", "moving", is_flag=True, help="Slides that move: with each beat's clip.")
@click.option("--hold", type=float, default=2, show_default=True, help="Seconds for which a clip's last frame stays.")
@click.option("--vector/--no-vector", default=True, help="With each still's SVG, which PowerPoint shows in its place.")
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="The film's folder.")
def deck(scheduler: str | None, markdown: str | None, moving: bool, hold: float, vector: bool, **given: Any) -> None:
    """Write the stills as slides, with the lines and figures as notes."""
    from film.deck.make import DeckOptions, make
    from film.produce import hired
    from film.progress import display
    from film.stills import StillOptions
    from scenes import STORYBOARD

    shown_as = {name: given.pop(name) for name in ("only", "at", "ground", "aspect", "plain")}
    size = given.pop("size") if shown_as["aspect"] != StillOptions.aspect else None
    wanted = StillOptions(**shown_as, size=size)
    asked = DeckOptions(markdown, vector, moving, hold)
    with display(sys.stderr) as shown, hired(STORYBOARD, given["jobs"], scheduler, shown.say) as crew:
        result = make(request(**given), STORYBOARD, shown, asked, wanted, crew)
    click.echo(result)


@cli.command()
@options(SUBJECT, VERSUS, PICTURE, WORDS)
@options(WORKERS)
@click.option("--only", metavar="PATTERN", help="Only these beats, such as decode_tap.idle or 'decode_tap.*'.")
@click.option("--hold", type=float, default=2, show_default=True, help="Seconds for which the last frame stays.")
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="The film's folder; they go to clips/.")
def clips(scheduler: str | None, only: str | None, hold: float, **given: Any) -> None:
    """Cut each beat as a clip without sound, for slides."""
    from film.clips import make
    from film.produce import hired
    from film.progress import display
    from scenes import STORYBOARD

    with display(sys.stderr) as shown, hired(STORYBOARD, given["jobs"], scheduler, shown.say) as crew:
        result = make(request(**given), STORYBOARD, shown, only, hold, crew)
    click.echo(result)


@cli.command()
@options(SUBJECT, VERSUS, WORDS)
@click.option("--step", type=float, metavar="SECONDS", help="Also a frame every so many seconds.")
@click.option("--phone", is_flag=True, help="Draw at 480 pixels: everything must still read.")
@click.option("--cvd", is_flag=True, help="Beside each frame, how colour-blind viewers see it, and grey.")
@options(GROUND)
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Where to [default: build/sheets].")
def sheet(step: float | None, phone: bool, cvd: bool, ground: str, output: Path | None, **given: Any) -> None:
    """Draw contact sheets: each beat's still and last frame, a PNG a scene."""
    from film.sheet import Kind, sheets
    from scenes import STORYBOARD

    kind = Kind(phone, cvd, ground)
    for path in sheets(request(**given), STORYBOARD, output or Path("build") / "sheets", step, kind):
        click.echo(path)


@cli.command()
@options(ENDPOINT)
@click.option("--yes", is_flag=True, help="Do not ask before it is sent.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option("--report", metavar="FILE", type=click.Path(path_type=Path), help="Only tell what a file holds.")
def measure(yes: bool, as_json: bool, report: Path | None, **given: Any) -> None:
    """Measure an endpoint of your own, and set it beside each chip's ceiling."""
    import json

    from film.endpoint.command import measure as measured
    from film.endpoint.data import result_data
    from film.endpoint.report import result_text
    from film.endpoint.result import read_result
    from film.endpoint.settings import Settings

    path = report or measured(Settings(**given), lambda question: yes or agreed(question), sys.stderr)
    result = read_result(path, given["film_model"])
    click.echo(json.dumps(result_data(result), ensure_ascii=False, indent=2) if as_json else result_text(result))


def agreed(question: str) -> bool:
    """Ask; without anyone to answer it is no."""
    try:
        return click.confirm(question, err=True)
    except click.exceptions.Abort:
        click.echo(err=True)
        return False


def request(preset: str | None = None, beat: str | None = None, **given: Any) -> Request:
    """The request that the options make; a preview is a draft unless it is told otherwise."""
    from film.request import Request

    return Request(preset=("draft" if beat else "hd") if preset is None else preset, beat=beat, **given)


def told(problems: Sequence[str], otherwise: str) -> None:
    """Print what is wrong and end with code 1, or say that nothing is."""
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        fail(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found", 1)
    click.echo(otherwise)


def aside(line: str) -> None:
    """Say something beside what was asked for."""
    click.echo(line, err=True)


def fail(line: str, code: int = 2) -> NoReturn:
    """End with one line on stderr."""
    click.echo(f"render.py: {line}", err=True)
    sys.exit(code)


def main() -> None:
    """Run a command; what a user can cause becomes one line: every error, and an end at any moment."""
    try:
        try:
            hear(end)  # each by itself: a shell has its jobs in the background ignore SIGINT
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, TextIOWrapper):
                    stream.reconfigure(errors="backslashreplace")  # no letter that a terminal lacks ends a render
            run()
        finally:
            hear(signal.SIG_IGN)  # all is said; what is left is the end of Python, in which they would kill it
    except (KeyboardInterrupt, click.exceptions.Abort):
        hear(signal.SIG_IGN)
        stopped()


def hear(handler: signal.Handlers | Callable[[int, Any], Any]) -> None:
    """Have the signals that end a render handled so, except those that are ignored, as under nohup."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def end(number: int, frame: FrameType | None) -> None:
    """End the command, once; in the midst of an import, which may swallow what is raised, a moment later."""
    while frame and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    if frame is None:
        hear(signal.SIG_IGN)
        raise KeyboardInterrupt
    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.05)


def run() -> None:
    """Run a command; an error that a user can cause is said."""
    try:
        cli(standalone_mode=False)
    except click.ClickException as error:
        fail(error.format_message())
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:
        from film.errors import FilmError, of_the_disk
        from roofline.specs import SpecError

        if isinstance(error, OSError) and error.errno:
            fail(of_the_disk(error))
        if not isinstance(error, (FilmError, SpecError)):
            raise
        fail(str(error))


def stopped() -> NoReturn:
    """Say how to go on."""
    fail("stopped; the parts that are done are kept, and the same command goes on from there", 130)


if __name__ == "__main__":
    main()
