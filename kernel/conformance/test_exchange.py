# SPDX-License-Identifier: BSD-3-Clause

"""Problems that Polka exports, solved by other programs, whose solutions Polka reads.

The numbers of solutions are those of `polka solve --count`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import highspy
import pytest
from ortools.sat.python import cp_model
from pysat.formula import CNF
from pysat.solvers import Minisat22

from conftest import ROOT

pytestmark = pytest.mark.polka

DATA = ROOT / "dlx" / "testdata"
# Problems with plain, secondary, colored items and multiplicities, of some hundreds of solutions.
FILES = ["queens8", "langford7", "mcc_qdom7_4", "xcc_col4x4_3", "xcc_ws5ok", "sudEmpty4", "sts7"]
COSTS = "a b c d\na b |4\nc d |3\na |1\nb c |2\nd |5\nb |1\nc |1\n"


def polka(*words: str) -> str:
    done = subprocess.run([ROOT / "bin" / "polka", *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def accepted(tmp_path: Path, file: Path, text: str) -> str:
    """What Polka says of a solution."""
    answer = tmp_path / "answer"
    answer.write_text(text)
    return polka("solve", str(file), "--import", str(answer))


def count(file: Path) -> int:
    return int(polka("solve", str(file), "--count").split()[-1])


@pytest.mark.parametrize("name", FILES)
def test_dimacs(tmp_path: Path, name: str) -> None:
    file = DATA / f"{name}.dlx"
    formula = CNF(from_string=polka("solve", str(file), "--export", "dimacs"))
    found = 0
    with Minisat22(bootstrap_with=formula.clauses) as solver:
        while found < 1000 and solver.solve():
            model = solver.get_model()
            if found == 0:
                assert accepted(tmp_path, file, "v " + " ".join(map(str, model)) + " 0\n")
            found += 1
            solver.add_clause([-x for x in model])  # of all variables: an option's further variables are determined
    assert found == min(count(file), 1000)


@pytest.mark.parametrize("name", ["queens8", "langford7", "mcc_qdom7_4", "costs"])
def test_mps(tmp_path: Path, name: str) -> None:
    file = DATA / f"{name}.dlx"
    if name == "costs":
        file = tmp_path / "costs.dlx"
        file.write_text(COSTS)
    problem = tmp_path / "problem.mps"
    problem.write_text(polka("solve", str(file), "--export", "mps"))
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(problem)) == highspy.HighsStatus.kOk
    solver.run()
    answer = tmp_path / "answer.sol"
    solver.writeSolution(str(answer), 0)
    assert polka("solve", str(file), "--import", str(answer))
    if name == "costs":
        least = int(polka("solve", str(file), "--cheapest", "1").split(":")[0])
        assert round(solver.getInfo().objective_function_value) == least == 5


def conditions(text: str, pattern: str) -> list[tuple[list[tuple[int, int]], str, int]]:
    """The linear conditions of a text: factors and variables, the relation and the bound."""
    found = []
    for line in text.splitlines():
        if match := re.fullmatch(r"(?:constraint )?(.*?)(>=|<=|=) (-?\d+) ?;", line):
            terms = [(int(f), int(x)) for f, x in re.findall(pattern, match[1])]
            found.append((terms, match[2], int(match[3])))
    return found


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables, self.found, self.last = variables, 0, []

    def on_solution_callback(self) -> None:
        self.found += 1
        self.last = [k for k, x in enumerate(self.variables) if k and self.value(x)]


@pytest.mark.parametrize("form", ["opb", "minizinc"])
@pytest.mark.parametrize("name", ["queens8", "langford7", "sts7"])
def test_linear(tmp_path: Path, form: str, name: str) -> None:
    """CP-SAT finds all solutions of the conditions."""
    file = DATA / f"{name}.dlx"
    text = polka("solve", str(file), "--export", form)
    size = int(re.search(r"#variable= (\d+)|array\[1\.\.(\d+)\]", text).group(1 if form == "opb" else 2))
    rows = conditions(text, r"([+-]\d+) x(\d+)" if form == "opb" else r"([+-]\d+)\*x\[(\d+)\]")
    if form == "opb":
        assert len(rows) == int(re.search(r"#constraint= (\d+)", text)[1])
    model = cp_model.CpModel()
    x = [model.new_bool_var(f"x{k}") for k in range(size + 1)]
    model.add(x[0] == 0)
    for terms, relation, bound in rows:
        left = sum(f * x[v] for f, v in terms)
        model.add(left >= bound if relation == ">=" else left <= bound if relation == "<=" else left == bound)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter(x)
    solver.solve(model, counter)
    assert counter.found == count(file)
    assert accepted(tmp_path, file, "v " + " ".join(f"x{k}" for k in counter.last) + "\n")
