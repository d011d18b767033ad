"""The part of beside.go that runs in Python. It prints the version, two figures of memory, and the times, in the order of beside.go."""

import gc
import sys
import time

import pandas as pd


def memory(name: str) -> float:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith(name + ":"))


def measure(f) -> str:
    times = []
    for _ in range(3):
        gc.collect()
        begin = time.perf_counter()
        f()
        times.append(time.perf_counter() - begin)
    return f"{1000 * min(times):.1f}"


file = sys.argv[1]
before = memory("VmRSS")
read = lambda: pd.read_csv(file, parse_dates=["day"])  # noqa: E731
t = read()
gc.collect()
figures = [f"{memory('VmRSS') - before:.0f}", f"{memory('VmHWM'):.0f}"]
figures += [measure(f) for f in (
    read,
    lambda: t.sort_values("score", kind="stable"),
    lambda: t.sort_values("ratio", kind="stable"),
    lambda: t.sort_values("name", kind="stable"),
    lambda: t.sort_values(["name", "score"], ascending=[True, False], kind="stable"),
    lambda: t[t.ratio > 1],
    lambda: t[t.name.str.contains("77", regex=False)],
    lambda: t[t.day.dt.year == 2022],
)]
print(pd.__version__, *figures)
