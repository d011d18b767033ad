# SPDX-License-Identifier: BSD-3-Clause

"""The models of ipywidgets with the state of a new widget, the content of kernel/widget/models.json.

    .venv/bin/python kernel/conformance/models.py >kernel/widget/models.json
"""

from __future__ import annotations

import json

import ipywidgets
from ipywidgets import Widget

MODELS = """IntSlider FloatSlider FloatLogSlider IntRangeSlider FloatRangeSlider SelectionSlider Button Checkbox ToggleButton Dropdown
ToggleButtons RadioButtons Select Text Textarea Combobox IntText FloatText BoundedIntText BoundedFloatText IntProgress FloatProgress
Label HTML Output HBox VBox Tab Accordion Play""".split()


def models() -> dict[str, dict]:
    """State, layout and style of each model. References to other widgets are left out."""
    found: dict[str, dict] = {}

    def add(name: str, widget: Widget) -> None:
        state = widget.get_state()
        found[name] = {"state": {k: v for k, v in state.items() if k not in ("layout", "style", "source", "target")}}
        for part in ("layout", "style"):
            if part in state:
                kind = type(getattr(widget, part)).__name__
                found[name][part] = kind
                if kind not in found:
                    add(kind, getattr(widget, part))

    for name in MODELS:
        make = getattr(ipywidgets, name)
        add(name, make(options=["a", "b"]) if name == "SelectionSlider" else make())
    ends = (ipywidgets.IntSlider(), "value"), (ipywidgets.IntSlider(), "value")
    add("Link", ipywidgets.jslink(*ends))
    add("DirectionalLink", ipywidgets.jsdlink(*ends))
    return found


def text() -> str:
    """models.json: a line for each model."""
    lines = [f"{json.dumps(name)}: {json.dumps(model, sort_keys=True)}" for name, model in sorted(models().items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    print(text(), end="")
