"""Fannkuch flips pancakes in all orders, as in the Computer Language Benchmarks Game."""


def fannkuch(n):
    """Return the checksum and the most flips for n pancakes."""
    order = list(range(n))
    count = [0] * n
    total = most = 0
    sign = 1
    r = n
    while True:
        while r > 1:
            count[r - 1] = r
            r -= 1
        if order[0] != 0:
            work = order[:]
            flips = 0
            while k := work[0]:
                work[: k + 1] = work[k::-1]
                flips += 1
            most = max(most, flips)
            total += sign * flips
        sign = -sign
        while True:
            if r == n:
                return total, most
            order.insert(r, order.pop(0))
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1


def main():
    for n in range(3, 10):
        total, most = fannkuch(n)
        print(n, total, most)


if __name__ == "__main__":
    main()
