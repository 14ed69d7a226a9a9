"""Figures and names as words, in the film's language.

The rules are a module for each language (`film/english.py`): for each kind of figure its forms. A
placeholder `{prefill.channel_share}` takes the form without a name, `{prefill.channel_share:percent}`
the one of that name.
"""

from __future__ import annotations

from types import ModuleType

from film import english
from film.errors import FilmError, nearest
from film.plan import Worded
from roofline import Figures, Gpu, Measurements

LANGUAGES: dict[str, ModuleType] = {"en": english}
"""The languages that figures can be worded in, by code."""


def words_for(figures: Figures, language: str = "en") -> dict[str, Worded]:
    """Every figure and name, in each of its forms: `"decode.rate"`, `"gpu.name"`, `"prefill.time:s"`.

    Names (`gpu.name`, `model.name`, `measured.router` …) are drawn as written and said as their data
    say; they have no number. A FilmError for an unknown language.
    """
    rules = _rules(language)
    words = {}
    for name, figure in figures.items():
        for form, rule in rules.FORMS[figure.kind].items():
            words[f"{name}:{form}" if form else name] = rule(figure.value)
    return words | _names(figures, rules)


def word(figures: Figures, placeholder: str, language: str = "en") -> Worded:
    """What one placeholder stands for; a FilmError that names the nearest, or the forms there are."""
    words = words_for(figures, language)
    if placeholder in words:
        return words[placeholder]
    name, _, form = placeholder.partition(":")
    if name in words:
        forms = [known.partition(":")[2] for known in words if known.startswith(f"{name}:")]
        known = f"it has: {', '.join(forms)}" if forms else "it has one form only"
        raise FilmError(f"{name} has no form {form!r}; {known}")
    raise FilmError(f"no figure {name!r}{nearest(name, words)}")


def _rules(language: str) -> ModuleType:
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise FilmError(f"figures cannot be worded in {language!r}; known: {known}")
    return LANGUAGES[language]


def _names(figures: Figures, rules: ModuleType) -> dict[str, Worded]:
    gpu, model, measured = figures.gpu, figures.model, figures.measurements
    precision = figures.workload.weights.upper()
    first, second = figures.others
    return {
        **_names_of(gpu, ""),
        **(_names_of(figures.versus, "versus.") if figures.versus else {}),
        "other.first_name": Worded(first.name, first.said or first.name),
        "other.second_name": Worded(second.name, second.said or second.name),
        "model.name": Worded(model.name, model.said or model.name),
        "model.full_name": Worded(model.full_name or model.name, model.said or model.name),
        "weights.precision": Worded(precision, rules.spelled(precision)),
        "measured.provider": Worded(measured.provider, measured.provider_said or measured.provider),
        "measured.precision": Worded(measured.precision, rules.spelled(measured.precision)),
        "measured.how": Worded(measured.how, measured.how),
        **_names_if_any(measured, rules),
    }


def _names_of(gpu: Gpu, prefix: str) -> dict[str, Worded]:
    """A chip's two names."""
    said = gpu.said or gpu.name
    return {
        f"{prefix}gpu.name": Worded(gpu.name, said),
        f"{prefix}gpu.full_name": Worded(gpu.full_name or gpu.name, said),
    }


def _names_if_any(measured: Measurements, rules: ModuleType) -> dict[str, Worded]:
    """The router and the other provider's precision, where the endpoint was reached through one and there was one."""
    router, other = measured.router, measured.other_precision
    names = {"measured.router": Worded(router, measured.router_said or router)} if router else {}
    return names | ({"measured.other_precision": Worded(other, rules.spelled(other))} if other else {})
