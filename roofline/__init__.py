"""The arithmetic and bytes behind a language model's speed on one chip.

>>> import roofline
>>> figures = roofline.compute(gpu="h100", model="llama-3.1-8b", prompt=2000, users=64, context=256)
>>> print(f"{figures['decode.step_time'].value * 1000:.1f} ms")
4.8 ms

Ceilings, not predictions: dense peaks, no kernel or network overhead. Decimal units; an operation is
one multiply or one add.
"""

from __future__ import annotations

from roofline.catalog import gpus, load_gpus, load_models, models
from roofline.figures import compute
from roofline.measurements import Measurements, load_measurements
from roofline.sheet import Figure, Figures
from roofline.specs import Gpu, Model, SpecError, Workload

__all__ = [
    "Figure",
    "Figures",
    "Gpu",
    "Measurements",
    "Model",
    "SpecError",
    "Workload",
    "compute",
    "gpus",
    "load_gpus",
    "load_measurements",
    "load_models",
    "models",
]
