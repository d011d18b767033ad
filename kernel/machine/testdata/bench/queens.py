"""Queens counts the ways to place queens on a board, with bit masks and with lists."""


def masks(everything, columns, left, right):
    if columns == everything:
        return 1
    count = 0
    free = everything & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        count += masks(everything, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return count


class Board:
    def __init__(self, n):
        self.n = n
        self.columns = [False] * n
        self.up = [False] * (2 * n - 1)
        self.down = [False] * (2 * n - 1)
        self.queens = [0] * n
        self.first = None  # the first solution

    def place(self, row):
        n = self.n
        if row == n:
            if self.first is None:
                self.first = list(self.queens)
            return 1
        columns, up, down = self.columns, self.up, self.down
        count = 0
        for c in range(n):
            if columns[c] or up[row + c] or down[row - c + n - 1]:
                continue
            self.queens[row] = c
            columns[c] = up[row + c] = down[row - c + n - 1] = True
            count += self.place(row + 1)
            columns[c] = up[row + c] = down[row - c + n - 1] = False
        return count


def main():
    for n in range(4, 13):
        print(n, masks((1 << n) - 1, 0, 0, 0))
    for n in range(4, 11):
        b = Board(n)
        count = b.place(0)
        print(n, count, "[" + " ".join(map(str, b.first)) + "]")


if __name__ == "__main__":
    main()
