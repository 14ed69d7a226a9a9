"""From beats to a film: script, voice, timeline, pictures, sound, assembly, proof.

Nothing here imports `scenes`; `render.py` hands the storyboard over.
"""
