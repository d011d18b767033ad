"""Interfaces calls methods of shapes of several classes, and tells shapes apart with isinstance."""

import math


class Shape:
    pass


class Rectangle(Shape):
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def perimeter(self):
        return 2 * (self.width + self.height)


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius * self.radius

    def perimeter(self):
        return 2 * math.pi * self.radius


class Triangle(Shape):
    def __init__(self, a, b, c):
        self.a = a
        self.b = b
        self.c = c

    def perimeter(self):
        return self.a + self.b + self.c

    def area(self):
        s = self.perimeter() / 2
        return math.sqrt(s * (s - self.a) * (s - self.b) * (s - self.c))


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)


def shapes(n):
    result = []
    for i in range(n):
        f = float(i % 17 + 1)
        kind = i * 7 % 4
        if kind == 0:
            result.append(Rectangle(f, f + 1))
        elif kind == 1:
            result.append(Circle(f))
        elif kind == 2:
            result.append(Triangle(3 * f, 4 * f, 5 * f))
        else:
            result.append(Square(f))
    return result


def corners(s):
    """Return the number of corners of a shape."""
    if isinstance(s, Rectangle):
        return 4
    if isinstance(s, Triangle):
        return 3
    if isinstance(s, Circle):
        return 0
    return -1


def largest(shapes):
    """Return the shape of the largest area for its perimeter."""
    return max(shapes, key=lambda s: s.area() / s.perimeter())


def main():
    everything = shapes(1000)
    area = perimeter = 0.0
    n = 0
    for _ in range(1200):
        for s in everything:
            area += s.area()
            perimeter += s.perimeter()
            n += corners(s)
    best = largest(everything)
    if isinstance(best, Circle):
        print(f"{best.radius:.1f}")
    else:
        print(f"{best.area():.3f}")
    print(f"{area:.3f} {perimeter:.3f} {n}")


if __name__ == "__main__":
    main()
