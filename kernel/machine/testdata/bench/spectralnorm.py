"""Spectralnorm approximates the spectral norm of an infinite matrix, as in the Computer Language Benchmarks Game."""

from math import sqrt


def a(i, j):
    return 1 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(v):
    return [sum(a(i, j) * x for j, x in enumerate(v)) for i in range(len(v))]


def transposed(v):
    return [sum(a(j, i) * x for j, x in enumerate(v)) for i in range(len(v))]


def both(v):
    return transposed(times(v))


def main():
    n = 250
    u = [1.0] * n
    for _ in range(10):
        v = both(u)
        u = both(v)
    uv = sum(x * y for x, y in zip(u, v))
    vv = sum(y * y for y in v)
    print(f"{sqrt(uv / vv):.9f}")


if __name__ == "__main__":
    main()
