"""Sieve counts and sums the primes below a limit by the sieve of Eratosthenes."""


def sieve(n):
    composite = [False] * n
    composite[0] = composite[1] = True
    p = 2
    while p * p < n:
        if not composite[p]:
            for q in range(p * p, n, p):
                composite[q] = True
        p += 1
    return composite


def main():
    count = total = 0
    for n, composite in enumerate(sieve(4_000_000)):
        if not composite:
            count += 1
            total += n
    print(count, total)


if __name__ == "__main__":
    main()
