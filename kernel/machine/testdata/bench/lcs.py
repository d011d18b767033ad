"""Lcs finds a longest common subsequence of two strings by dynamic programming."""


def letters(n, seed):
    result = []
    x = seed
    for _ in range(n):
        x = x * 16807 % 2147483647
        result.append("ACGT"[x >> 10 & 3])
    return "".join(result)


def lcs(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            if x == y:
                table[i + 1][j + 1] = table[i][j] + 1
            elif table[i][j + 1] >= table[i + 1][j]:
                table[i + 1][j + 1] = table[i][j + 1]
            else:
                table[i + 1][j + 1] = table[i + 1][j]
    i, j = len(a), len(b)
    common = []
    while table[i][j] > 0:
        if a[i - 1] == b[j - 1]:
            i -= 1
            j -= 1
            common.append(a[i])
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return "".join(reversed(common))


def main():
    common = lcs(letters(1800, 1), letters(1700, 2))
    print(len(common), common[:60])


if __name__ == "__main__":
    main()
