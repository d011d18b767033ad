"""Redelmeier counts the fixed polyominoes of each size by Redelmeier's algorithm."""


class Counter:
    def __init__(self, n):
        """Mark what is left of the first cell or below it. The rest is above, and around it a border."""
        self.n = n
        self.width = 2 * n + 2
        self.counts = [0] * (n + 1)
        self.marked = [False] * (self.width * (n + 2))
        for i in range(self.width + n):
            self.marked[i] = True

    def extend(self, untried, size):
        """Add the untried cells, one after another, to a polyomino of the given size."""
        marked, width = self.marked, self.width
        size += 1
        while untried:
            at = untried.pop()
            self.counts[size] += 1
            if size == self.n:
                continue
            new = []
            for neighbor in (at + 1, at - 1, at + width, at - width):
                if not marked[neighbor]:
                    marked[neighbor] = True
                    new.append(neighbor)
            self.extend(untried + new, size)
            for neighbor in new:
                marked[neighbor] = False


def main():
    c = Counter(13)
    first = c.width + c.n
    c.marked[first] = True
    c.extend([first], 0)
    print("[" + " ".join(map(str, c.counts[1:])) + "]")


if __name__ == "__main__":
    main()
