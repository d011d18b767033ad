"""Methods calls methods of objects: a generator of numbers, a histogram and a ring of the last values."""


class Random:
    def __init__(self, state):
        self.state = state

    def next(self):
        self.state = (self.state * 16807 + 11) % 2147483647
        return self.state

    def below(self, n):
        return self.next() % n


class Histogram:
    def __init__(self):
        self.counts = [0] * 10
        self.n = self.sum = 0
        self.min = self.max = 0

    def add(self, v):
        if self.n == 0 or v < self.min:
            self.min = v
        if v > self.max:
            self.max = v
        self.n += 1
        self.sum += v
        self.counts[v // 100] += 1

    def mean(self):
        return self.sum // self.n


class Ring:
    def __init__(self, n):
        self.values = [0] * n
        self.at = 0
        self.sum = 0

    def push(self, v):
        self.sum += v - self.values[self.at]
        self.values[self.at] = v
        self.at += 1
        if self.at == len(self.values):
            self.at = 0


def main():
    h = Histogram()
    r = Random(1)
    last = Ring(50)
    high = 0
    for _ in range(800000):
        v = r.below(1000)
        h.add(v)
        last.push(v)
        if last.sum > high:
            high = last.sum
    print(h.n, h.mean(), h.min, h.max, high)
    print("[" + " ".join(map(str, h.counts)) + "]")


if __name__ == "__main__":
    main()
