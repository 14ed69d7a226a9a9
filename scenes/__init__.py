"""The scenes in running order. Importing this loads no pictures; a card does, when it is asked."""

from film.storyboard import SceneCard, Storyboard

STORYBOARD = Storyboard(
    SceneCard("opening", "scenes.opening:Opening"),
    SceneCard("weight_wall", "scenes.weight_wall:WeightWall"),
    SceneCard("prefill_sluice", "scenes.prefill_sluice:PrefillSluice"),
    SceneCard("decode_tap", "scenes.decode_tap:DecodeTap"),
)
"""The film."""
