"""The page: one HTML file in which a reader moves what the film showed. See `build.py`.

Its arithmetic is written by `javascript.py` from the source of `roofline`, its formulas by `mathml.py` from the
formulas of the figures; nothing here computes.
"""
