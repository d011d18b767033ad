"""Trees builds and walks binary trees, as in the Computer Language Benchmarks Game, and fills a tree of search."""


class Tree:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        if self.left is None:
            return 1
        return 1 + self.left.count() + self.right.count()


def build(depth):
    if depth == 0:
        return Tree(None, None)
    return Tree(build(depth - 1), build(depth - 1))


class Node:
    __slots__ = ("key", "left", "right")

    def __init__(self, key):
        self.key = key
        self.left = self.right = None


def insert(n, key):
    if n is None:
        return Node(key)
    if key < n.key:
        n.left = insert(n.left, key)
    elif key > n.key:
        n.right = insert(n.right, key)
    return n


def height(n):
    if n is None:
        return 0
    return 1 + max(height(n.left), height(n.right))


def walk(n, visit):
    if n is not None:
        walk(n.left, visit)
        visit(n.key)
        walk(n.right, visit)


def main():
    most = 13
    long = build(most)
    for depth in range(4, most + 1, 3):
        rounds = 1 << (most - depth + 4)
        nodes = 0
        for _ in range(rounds):
            nodes += build(depth).count()
        print(rounds, depth, nodes)
    print(most, long.count())

    root = None
    x = 1
    for _ in range(40000):
        x = x * 16807 % 2147483647
        root = insert(root, x % 100000)
    size = check = 0

    def visit(key):
        nonlocal size, check
        size += 1
        check = (check * 7 + key) % 1000003

    walk(root, visit)
    print(size, height(root), check)


if __name__ == "__main__":
    main()
