"""Slices works on lists of ints: appends, prefix sums, reversals, rotations and the merging of runs."""


def numbers(n):
    """Append n pseudo-random numbers to an empty list."""
    a = []
    x = 42
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        a.append(x % 1000 - 500)
    return a


def prefix(a):
    sums = [0] * (len(a) + 1)
    for i, v in enumerate(a):
        sums[i + 1] = sums[i] + v
    return sums


def reverse(a, i, j):
    j -= 1
    while i < j:
        a[i], a[j] = a[j], a[i]
        i += 1
        j -= 1


def rotate(a, k):
    """Move the first k elements to the end by three reversals."""
    reverse(a, 0, k)
    reverse(a, k, len(a))
    reverse(a, 0, len(a))


def split(a, pivot):
    """Give the numbers below a pivot and the others."""
    low, high = [], []
    for v in a:
        if v < pivot:
            low.append(v)
        else:
            high.append(v)
    return low, high


def merge(a, b):
    c = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            c.append(a[i])
            i += 1
        else:
            c.append(b[j])
            j += 1
    c.extend(a[i:])
    c.extend(b[j:])
    return c


def merge_sort(a):
    if len(a) < 2:
        return a
    m = len(a) // 2
    return merge(merge_sort(a[:m]), merge_sort(a[m:]))


def best(a):
    """Return the greatest sum of neighbors."""
    most = here = 0
    for v in a:
        here += v
        if here < 0:
            here = 0
        if here > most:
            most = here
    return most


def main():
    a = numbers(100000)
    check = 0
    for round in range(1, 9):
        sums = prefix(a)
        for i in range(round, len(sums), 3):
            check = (check * 31 + sums[i] - sums[i - round]) % 1000003
        rotate(a, round * 2500)
        low, high = split(a, round * 50 - 225)
        check += best(low) + best(high) + len(low)
    ordered = merge_sort(a)
    print(check, best(a), ordered[0], ordered[len(ordered) // 3], ordered[-1])


if __name__ == "__main__":
    main()
