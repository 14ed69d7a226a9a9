"""The markup of the script: placeholders, marks and notes in a line of text.

    {decode.step_time}  {prefill.channel_share:percent}   a figure or a name, in its usual or another form
    <gate>                                                a moment: the start of the word that follows
    [RoPE](/ɹˈOp/)  [weights](weight)                     a note: a pronunciation, or the colour of a meaning

Nothing is escaped: the brackets {} <> [] stand for nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(
    r"\{(?P<figure>[^{}<>\[\]]*)\}|<(?P<mark>[^{}<>\[\]]*)>|\[(?P<noted>[^<>\[\]]*)\]\((?P<note>[^()]*)\)"
)
_BRACKET = re.compile(r"[{}<>\[\]]")
_FIGURE = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*(?::[a-z0-9_]+)?")
_MARK = re.compile(r"[a-z][a-z0-9_]*")
_LONE = {"{": "'{' is never closed", "<": "'<' is never closed", "[": "'[' wants to be [word](note)"}


class MarkupError(ValueError):
    """What is wrong with a text, and `fragment`: the piece of it by which its line can be found."""

    def __init__(self, message: str, fragment: str):
        super().__init__(message)
        self.fragment = fragment


@dataclass(frozen=True)
class Piece:
    """A stretch of a text.

    `text` is plain text, the name of a figure with its form ("decode.rate", "cache.share:percent"),
    or the name of a mark. `note` is what stands in the round brackets after [text], if it was so noted.
    """

    kind: Literal["text", "figure", "mark"]
    text: str
    note: str = ""

    @property
    def figure(self) -> str:
        """The figure's name without the form that is asked for."""
        return self.text.partition(":")[0]


def parse(text: str) -> tuple[Piece, ...]:
    """The pieces of a text, in order; a MarkupError for what is not closed or not named as it should be."""
    return tuple(_pieces(text, note=""))


def _pieces(text: str, note: str) -> Iterator[Piece]:
    done = 0
    for token in _TOKEN.finditer(text):
        yield from _plain(text[done : token.start()], note)
        yield from _token(token, note)
        done = token.end()
    yield from _plain(text[done:], note)


def _plain(text: str, note: str) -> Iterator[Piece]:
    if lone := _BRACKET.search(text):
        raise MarkupError(_LONE.get(lone[0], f"{lone[0]!r} closes nothing"), text[lone.start() :].split("\n")[0])
    if text:
        yield Piece("text", text, note)


def _token(token: re.Match[str], note: str) -> Iterator[Piece]:
    if (name := token["figure"]) is not None:
        if not _FIGURE.fullmatch(name):
            raise MarkupError(f"{token[0]} names no figure: a placeholder is {{name}} or {{name:form}}", token[0])
        yield Piece("figure", name, note)
    elif (name := token["mark"]) is not None:
        if not _MARK.fullmatch(name):
            raise MarkupError(f"{token[0]} is no mark: a mark is a word of small letters, digits and _", token[0])
        if token.string[: token.start()][-1:].isalnum() and token.string[token.end() :][:1].isalnum():
            raise MarkupError(f"{token[0]} stands inside a word: a mark stands before one", token[0])
        yield Piece("mark", name)
    else:
        if not token["noted"].strip() or not token["note"].strip():
            raise MarkupError(f"{token[0]} is empty: a note is [word](note)", token[0])
        yield from _pieces(token["noted"], token["note"])
