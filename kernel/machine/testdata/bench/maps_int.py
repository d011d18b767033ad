"""Maps_int works on dicts from int to int: counting, a memo, pairs with a given sum, and deletion."""


def count(n):
    """Count n pseudo-random numbers below 5000."""
    counts = {}
    x = 7
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        k = (x >> 8) % 5000
        counts[k] = counts.get(k, 0) + 1
    return counts


def steps(memo, n):
    """Return the number of steps of Collatz from n to 1. Remember every number on the way."""
    if n in memo:
        return memo[n]
    if n % 2 == 0:
        s = 1 + steps(memo, n // 2)
    else:
        s = 1 + steps(memo, 3 * n + 1)
    memo[n] = s
    return s


def pairs(counts, total):
    """Count the pairs of keys with the given sum."""
    n = 0
    for k in counts:
        other = total - k
        if other > k and other in counts:
            n += 1
    return n


def main():
    counts = count(1000000)
    most = at = 0
    for k, v in counts.items():
        if v > most or v == most and k < at:
            most, at = v, k
    print(len(counts), most, at)

    memo = {1: 0}
    longest = total = 0
    for n in range(1, 180000):
        s = steps(memo, n)
        total += s
        if s > longest:
            longest = s
    print(len(memo), longest, total)

    found = 0
    for total in range(1000, 9000, 250):
        found += pairs(counts, total)
    for k in range(0, 5000, 3):
        counts.pop(k, None)
    print(found, len(counts), sum(counts.values()))


if __name__ == "__main__":
    main()
