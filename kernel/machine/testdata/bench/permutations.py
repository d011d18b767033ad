"""Permutations makes all permutations by Heap's algorithm, by swaps in a recursion, and in lexical order."""


def heaps(a, k, visit):
    """Visit all orders of the first k elements of a."""
    if k == 1:
        visit(a)
        return
    for i in range(k):
        heaps(a, k - 1, visit)
        if k % 2 == 0:
            a[i], a[k - 1] = a[k - 1], a[i]
        else:
            a[0], a[k - 1] = a[k - 1], a[0]


def derangements(a, at):
    """Count the orders of a that leave no element at its place."""
    if at == len(a):
        return 1
    count = 0
    for i in range(at, len(a)):
        if a[i] != at:
            a[at], a[i] = a[i], a[at]
            count += derangements(a, at + 1)
            a[at], a[i] = a[i], a[at]
    return count


def step(a):
    """Make of a the next order, or report that there is none."""
    i = len(a) - 2
    while i >= 0 and a[i] > a[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = len(a) - 1
    while a[j] < a[i]:
        j -= 1
    a[i], a[j] = a[j], a[i]
    a[i + 1 :] = a[: i : -1]
    return True


def main():
    count = check = 0

    def visit(a):
        nonlocal count, check
        count += 1
        check = (check * 3 + a[0] * a[-1]) % 1000003

    heaps(list(range(8)), 8, visit)
    print(count, check)

    print(derangements(list(range(9)), 0))

    a = list(range(9))
    rising = 0
    while True:
        for i in range(1, len(a)):
            if a[i] <= a[i - 1]:
                break
            rising += 1
        if not step(a):
            break
    print(rising, "[" + " ".join(map(str, a)) + "]")


if __name__ == "__main__":
    main()
