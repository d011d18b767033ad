"""Generics uses a stack, linked list and pair of anything, and the functions map, filter and reduce."""

from functools import reduce


class Stack:
    def __init__(self):
        self.items = []

    def push(self, v):
        self.items.append(v)

    def pop(self):
        if not self.items:
            return None, False
        return self.items.pop(), True


class Pair:
    __slots__ = ("key", "value")

    def __init__(self, key, value):
        self.key = key
        self.value = value


class Node:
    __slots__ = ("value", "next")

    def __init__(self, value, next):
        self.value = value
        self.next = next


class List:
    def __init__(self):
        self.head = None
        self.size = 0

    def add(self, v):
        self.head = Node(v, self.head)
        self.size += 1

    def each(self, do):
        n = self.head
        while n is not None:
            do(n.value)
            n = n.next


def main():
    numbers = [i * i % 997 for i in range(10000)]
    check, half = 0, 0.0
    for _ in range(60):
        odd = list(filter(lambda v: v % 2 == 1, numbers))
        floats = list(map(lambda v: v / 2, odd))
        check += reduce(lambda total, v: (total * 3 + v) % 10007, odd, 0)
        check += max(odd)
        half += sum(floats) + max(floats)
    print(f"{check} {half:.1f}")

    ints = Stack()
    pairs = Stack()
    total = 0
    for i in range(200000):
        ints.push(i)
        if i % 3 == 2:
            a, _ = ints.pop()
            b, _ = ints.pop()
            pairs.push(Pair("sum", a + b))
    while True:
        p, ok = pairs.pop()
        if not ok:
            break
        total += p.value + len(p.key)
    print(len(ints.items), total)

    words = List()
    for i in range(120000):
        words.add(Pair(i, "word"[: i % 4]))
    length = 0

    def measure(p):
        nonlocal length
        length += p.key % 10 + len(p.value)

    words.each(measure)
    print(words.size, length)


if __name__ == "__main__":
    main()
