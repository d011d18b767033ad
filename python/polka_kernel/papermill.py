# SPDX-License-Identifier: BSD-3-Clause

"""Parameters of papermill in Go.

papermill loads its engines when it starts, so the module of an engine can register a translator. The values are assigned,
so the cell with the tag "parameters" must declare the variables, and their types are those of the defaults. Lists and
dicts get the simplest Go type that can hold all of their values.
"""

import json
import math

from papermill.engines import NBClientEngine
from papermill.translators import Translator, papermill_translators


class GoTranslator(Translator):
    @classmethod
    def translate_str(cls, val):
        # Go understands all JSON escapes except the one for a slash, which json does not write, and surrogates.
        return json.dumps(val, ensure_ascii=False)

    @classmethod
    def translate_none(cls, val):
        return "nil"

    @classmethod
    def translate_float(cls, val):
        if math.isnan(val):
            return "math.NaN()"
        if math.isinf(val):
            return "math.Inf(1)" if val > 0 else "math.Inf(-1)"
        return repr(val)

    @classmethod
    def translate_list(cls, val):
        return "[]%s{%s}" % (type_of(val), ", ".join(map(cls.translate, val)))

    @classmethod
    def translate_dict(cls, val):
        entries = (f"{cls.translate_str(str(key))}: {cls.translate(value)}" for key, value in val.items())
        return "map[string]%s{%s}" % (type_of(val.values()), ", ".join(entries))

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()


def type_of(values):
    """The simplest Go type that can hold all of the values."""
    types = {type(value) for value in values}
    for go, python in ("int", {int}), ("float64", {int, float}), ("string", {str}), ("bool", {bool}):
        if types and types <= python:
            return go
    return "any"


class Engine(NBClientEngine):
    """Runs notebooks as papermill does by default. It exists because papermill loads the modules of engines."""


papermill_translators.register("go", GoTranslator)
