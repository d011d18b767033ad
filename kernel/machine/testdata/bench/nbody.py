"""Nbody moves the sun and the four great planets, as in the Computer Language Benchmarks Game."""

from itertools import combinations
from math import pi, sqrt

SOLAR_MASS = 4 * pi * pi
DAYS_PER_YEAR = 365.24


class Body:
    __slots__ = ("x", "y", "z", "vx", "vy", "vz", "mass")

    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x = x
        self.y = y
        self.z = z
        self.vx = vx * DAYS_PER_YEAR
        self.vy = vy * DAYS_PER_YEAR
        self.vz = vz * DAYS_PER_YEAR
        self.mass = mass * SOLAR_MASS


def system():
    bodies = [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        Body(4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01,
             1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05, 9.54791938424326609e-04),
        Body(8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01,
             -2.76742510726411899e-03, 4.99852801234917238e-03, 2.30417297573763929e-05, 2.85885980666130812e-04),
        Body(1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01,
             2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05, 4.36624404335156298e-05),
        Body(1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01,
             2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05, 5.15138902046611451e-05),
    ]
    sun = bodies[0]
    sun.vx = -sum(b.vx * b.mass for b in bodies) / SOLAR_MASS
    sun.vy = -sum(b.vy * b.mass for b in bodies) / SOLAR_MASS
    sun.vz = -sum(b.vz * b.mass for b in bodies) / SOLAR_MASS
    return bodies


def energy(bodies):
    e = 0.0
    for b in bodies:
        e += b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz) / 2
    for a, b in combinations(bodies, 2):
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        e -= a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return e


def advance(bodies, pairs, dt):
    for a, b in pairs:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        square = dx * dx + dy * dy + dz * dz
        mag = dt / (square * sqrt(square))
        m = b.mass * mag
        a.vx -= dx * m
        a.vy -= dy * m
        a.vz -= dz * m
        m = a.mass * mag
        b.vx += dx * m
        b.vy += dy * m
        b.vz += dz * m
    for b in bodies:
        b.x += dt * b.vx
        b.y += dt * b.vy
        b.z += dt * b.vz


def main():
    bodies = system()
    pairs = list(combinations(bodies, 2))
    print(f"{energy(bodies):.9f}")
    for _ in range(100000):
        advance(bodies, pairs, 0.01)
    print(f"{energy(bodies):.9f}")


if __name__ == "__main__":
    main()
