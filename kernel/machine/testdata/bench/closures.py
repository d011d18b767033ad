"""Closures makes and calls functions: counters, adders, compositions, a memo, and callbacks."""


def counter(start, step):
    n = start - step

    def count():
        nonlocal n
        n += step
        return n

    return count


def adder(k):
    return lambda x: x + k


def compose(f, g):
    return lambda x: g(f(x))


def power(f, n):
    if n == 1:
        return f
    return compose(f, power(f, n - 1))


def memoize(f):
    known = {}

    def remembered(x):
        if x in known:
            return known[x]
        y = known[x] = f(x)
        return y

    return remembered


def each(n, do):
    for i in range(n):
        do(i)


def main():
    odd, even = counter(1, 2), counter(0, 2)
    result = 0
    for _ in range(900000):
        result = (result + odd() * even()) % 10007
        if result < 5:
            result += even()
    print(result, odd(), even())

    step = compose(compose(adder(3), lambda x: x * 5), lambda x: x % 1009)
    x = 1
    for _ in range(350000):
        x = step(x)
    tenth = power(step, 10)
    for _ in range(40000):
        x = tenth(x)
    print(x)

    square = memoize(lambda x: x * x)
    total = 0

    def add_square(i):
        nonlocal total
        total += square(i % 100)

    each(900000, add_square)

    adders = [lambda x, i=i: x + i for i in range(100)]
    for _ in range(3500):
        for add in adders:
            x = add(x)
    print(total, x)


if __name__ == "__main__":
    main()
