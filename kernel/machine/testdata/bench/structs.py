"""Structs moves particles in a box. They are objects in a list, updated in place."""

SIZE = 1000


class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Particle:
    __slots__ = ("at", "speed", "hits")

    def __init__(self, at, speed):
        self.at = at
        self.speed = speed
        self.hits = 0


def particles(n):
    result = []
    x = 11
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        at = Vector(float(x % 1000), float((x >> 10) % 1000))
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        speed = Vector((x % 64 - 32) / 8, ((x >> 8) % 64 - 32) / 8)
        result.append(Particle(at, speed))
    return result


def step(particles):
    for p in particles:
        at, speed = p.at, p.speed
        speed.y -= 0.125
        at.x += speed.x
        at.y += speed.y
        if at.x < 0 or at.x > SIZE:
            speed.x = -speed.x
            p.hits += 1
        if at.y < 0 or at.y > SIZE:
            speed.y = -speed.y
            p.hits += 1


def main():
    box = particles(1000)
    for _ in range(1900):
        step(box)
    x = y = 0.0
    hits = 0
    for p in box:
        x += p.at.x
        y += p.at.y
        hits += p.hits
    print(f"{x / len(box):.3f} {y / len(box):.3f} {hits}")


if __name__ == "__main__":
    main()
