"""Dlx_indices pairs numbers after Langford with Knuth's dancing links, as lists of indices."""


class Links:
    def __init__(self, n):
        """Make columns 1 to n. The root is 0."""
        self.left = [n] + list(range(n))
        self.right = list(range(1, n + 1)) + [0]
        self.up = list(range(n + 1))
        self.down = list(range(n + 1))
        self.column = list(range(n + 1))
        self.size = [0] * (n + 1)
        self.updates = 0

    def add(self, row):
        first = len(self.left)
        last = first + len(row) - 1
        for n, c in enumerate(row, first):
            self.left.append(n - 1)
            self.right.append(n + 1)
            self.up.append(self.up[c])
            self.down.append(c)
            self.column.append(c)
            self.down[self.up[c]] = n
            self.up[c] = n
            self.size[c] += 1
        self.left[first], self.right[last] = last, first

    def cover(self, c):
        left, right, up, down = self.left, self.right, self.up, self.down
        column, size = self.column, self.size
        left[right[c]], right[left[c]] = left[c], right[c]
        i = down[c]
        while i != c:
            j = right[i]
            while j != i:
                up[down[j]], down[up[j]] = up[j], down[j]
                size[column[j]] -= 1
                self.updates += 1
                j = right[j]
            i = down[i]

    def uncover(self, c):
        left, right, up, down = self.left, self.right, self.up, self.down
        column, size = self.column, self.size
        i = up[c]
        while i != c:
            j = left[i]
            while j != i:
                size[column[j]] += 1
                up[down[j]] = down[up[j]] = j
                j = left[j]
            i = up[i]
        left[right[c]] = right[left[c]] = c

    def choose(self):
        right, size = self.right, self.size
        best = right[0]
        c = right[best]
        while c != 0:
            if size[c] < size[best]:
                best = c
            c = right[c]
        return best

    def solve(self):
        if self.right[0] == 0:
            return 1
        left, right, down, column = self.left, self.right, self.down, self.column
        c = self.choose()
        count = 0
        self.cover(c)
        r = down[c]
        while r != c:
            j = right[r]
            while j != r:
                self.cover(column[j])
                j = right[j]
            count += self.solve()
            j = left[r]
            while j != r:
                self.uncover(column[j])
                j = left[j]
            r = down[r]
        self.uncover(c)
        return count


def langford(n):
    """Make a row for each two places in which the number k may stand, k places apart."""
    m = Links(3 * n)
    for k in range(1, n + 1):
        for i in range(1, 2 * n - k):
            m.add([k, n + i, n + i + k + 1])
    return m


def main():
    for n in [3, 4, 5, 6, 7, 8, 9, 10]:
        m = langford(n)
        solutions = m.solve()
        print(n, solutions, m.updates)


if __name__ == "__main__":
    main()
