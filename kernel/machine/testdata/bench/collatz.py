"""Collatz finds the start below a limit from which halving and tripling takes the most steps to 1."""


def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def main():
    best = most = total = 0
    for n in range(1, 65000):
        s = steps(n)
        total += s
        if s > most:
            best, most = n, s
    print(best, most, total)


if __name__ == "__main__":
    main()
