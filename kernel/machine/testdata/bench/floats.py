"""Floats integrates functions by the rules of the trapezoid and of Simpson, and takes roots by Newton's method."""

import math


def trapezoid(f, a, b, n):
    h = (b - a) / n
    total = (f(a) + f(b)) / 2
    for i in range(1, n):
        total += f(a + i * h)
    return total * h


def simpson(f, a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        weight = 2.0 if i % 2 == 0 else 4.0
        total += weight * f(a + i * h)
    return total * h / 3


def root(x):
    r = x
    while abs(r * r - x) > 1e-9:
        r = (r + x / r) / 2
    return r


def bell(x):
    return math.exp(-x * x)


def main():
    print(f"{trapezoid(bell, -5, 5, 600000):.8f}")
    print(f"{simpson(math.sin, 0, math.pi, 700000):.8f}")
    print(f"{simpson(lambda x: 4 / (1 + x * x), 0, 1, 700000):.8f}")
    total = 0.0
    for i in range(1, 120_001):
        total += root(float(i % 100))
    print(f"{total:.6f}")


if __name__ == "__main__":
    main()
