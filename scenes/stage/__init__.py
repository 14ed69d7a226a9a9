"""The stage: theme, text, props, and the scene that beats are written in."""

from film.storyboard import AT_ONCE, THROUGHOUT, beat
from scenes.stage.scene import FilmScene
from scenes.stage.site import Stage

__all__ = ["AT_ONCE", "THROUGHOUT", "FilmScene", "Stage", "beat"]
