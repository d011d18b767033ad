"""Sortfunc sorts records with functions that give a key or compare two of them."""

from functools import cmp_to_key


class Person:
    __slots__ = ("name", "age", "score")

    def __init__(self, name, age, score):
        self.name = name
        self.age = age
        self.score = score


def people(n):
    result = []
    x = 3
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        result.append(Person(f"p{i * 7919 % n:05d}", (x >> 8) % 90, (x >> 16) % 1000 / 10))
    return result


def by_score(a, b):
    if a.score != b.score:
        return -1 if a.score > b.score else 1
    if a.name == b.name:
        return 0
    return -1 if a.name < b.name else 1


def check(people):
    total = 0
    for i, p in enumerate(people):
        total = (total + (i + 1) * p.age) % 1000003
    return total


def main():
    everyone = people(80000)

    everyone.sort(key=lambda p: p.name)
    print(check(everyone), everyone[0].name)

    everyone.sort(key=lambda p: (p.age, p.name))
    print(check(everyone), everyone[0].name)

    everyone.sort(key=cmp_to_key(by_score))
    print(check(everyone), everyone[0].name)

    everyone.sort(key=lambda p: p.age // 10, reverse=True)
    print(check(everyone), everyone[0].name)


if __name__ == "__main__":
    main()
