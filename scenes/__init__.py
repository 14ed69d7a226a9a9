"""The scenes in running order. Importing this loads no pictures; a card does, when it is asked."""

from film.storyboard import SceneCard, Storyboard

STORYBOARD = Storyboard(
    SceneCard("opening", "scenes.opening:Opening", claim="measured.of_this_model"),
    SceneCard("weight_wall", "scenes.weight_wall:WeightWall"),
    SceneCard("prefill_sluice", "scenes.prefill_sluice:PrefillSluice"),
    SceneCard("decode_tap", "scenes.decode_tap:DecodeTap"),
    SceneCard("roofline_terrain", "scenes.roofline_terrain:RooflineTerrain"),
    SceneCard("shared_read", "scenes.shared_read:SharedRead", claim="batch.several"),
    SceneCard("measured", "scenes.measured:Measured", claim="measured.of_these_weights"),
    SceneCard("caveats", "scenes.caveats:Caveats"),
    SceneCard("versus", "scenes.versus:Versus", claim="versus.asked_for", option="--versus"),
    SceneCard("closing", "scenes.closing:Closing"),
    poster="decode_tap.one_drop",
    layout="scenes.stage.layout:faults",
)
"""The film. A scene with a claim is left out where that does not hold, and the film closes over it."""
