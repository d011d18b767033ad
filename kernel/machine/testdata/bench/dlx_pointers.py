"""Dlx_pointers counts the tilings of a rectangle by the twelve pentominoes with Knuth's dancing links, as
nodes that refer to each other."""


class Node:
    __slots__ = ("left", "right", "up", "down", "column", "size")

    def __init__(self, column=None):
        self.left = self.right = self.up = self.down = self
        self.column = column
        self.size = 0


class Matrix:
    def __init__(self, n):
        self.root = Node()
        self.columns = []
        self.updates = 0
        for _ in range(n):
            c = Node()
            c.left, c.right = self.root.left, self.root
            c.left.right = c.right.left = c
            self.columns.append(c)

    def add(self, row):
        first = None
        for i in row:
            c = self.columns[i]
            n = Node(c)
            n.up, n.down = c.up, c
            n.up.down = n.down.up = n
            c.size += 1
            if first is None:
                first = n
                continue
            n.left, n.right = first.left, first
            n.left.right = n.right.left = n

    def cover(self, c):
        c.right.left, c.left.right = c.left, c.right
        i = c.down
        while i is not c:
            j = i.right
            while j is not i:
                j.down.up, j.up.down = j.up, j.down
                j.column.size -= 1
                self.updates += 1
                j = j.right
            i = i.down

    def uncover(self, c):
        i = c.up
        while i is not c:
            j = i.left
            while j is not i:
                j.column.size += 1
                j.down.up = j.up.down = j
                j = j.left
            i = i.up
        c.right.left = c.left.right = c

    def choose(self):
        best = self.root.right
        c = best.right
        while c is not self.root:
            if c.size < best.size:
                best = c
            c = c.right
        return best

    def solve(self):
        if self.root.right is self.root:
            return 1
        c = self.choose()
        if c.size == 0:
            return 0
        count = 0
        self.cover(c)
        r = c.down
        while r is not c:
            j = r.right
            while j is not r:
                self.cover(j.column)
                j = j.right
            count += self.solve()
            j = r.left
            while j is not r:
                self.uncover(j.column)
                j = j.left
            r = r.down
        self.uncover(c)
        return count


PENTOMINOES = [
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],  # I
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],  # P
    [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],  # L
    [(0, 1), (1, 1), (1, 0), (2, 0), (1, 2)],  # F
    [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)],  # N
    [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],  # T
    [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)],  # U
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],  # V
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],  # W
    [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],  # X
    [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],  # Y
    [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)],  # Z
]

CROSS = 9  # the piece that keeps to the left half, so that no tiling is the mirror image of another


def normal(shape):
    """Move a shape to the axes and sort its cells."""
    left = min(x for x, y in shape)
    top = min(y for x, y in shape)
    return tuple(sorted((x - left, y - top) for x, y in shape))


def orientations(shape):
    """Return the different shapes of a piece turned and turned over."""
    result = []
    for turn in range(8):
        if turn == 4:
            shape = normal([(y, x) for x, y in shape])
        else:
            shape = normal([(-y, x) for x, y in shape])
        if shape not in result:
            result.append(shape)
    return result


def rows(width, height):
    """Return the placements of the pentominoes in a rectangle. The columns are the pieces and then the cells."""
    result = []
    for piece, shape in enumerate(PENTOMINOES):
        for o in orientations(shape):
            for y in range(height):
                for x in range(width):
                    row = [piece]
                    for dx, dy in o:
                        if x + dx < width and y + dy < height:
                            row.append(len(PENTOMINOES) + (y + dy) * width + x + dx)
                    if len(row) == 6 and (piece != CROSS or x < width // 2 - 1):
                        result.append(row)
    return result


def main():
    width, height = 20, 3
    m = Matrix(len(PENTOMINOES) + width * height)
    placements = rows(width, height)
    for row in placements:
        m.add(row)
    print(len(placements))
    solutions = m.solve()
    print(solutions, m.updates)


if __name__ == "__main__":
    main()
