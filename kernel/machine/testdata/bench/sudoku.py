"""Sudoku solves sudokus by backtracking. Bit masks keep the digits of rows, columns and boxes."""


class Sudoku:
    def __init__(self, puzzle):
        self.grid = [0] * 81
        self.rows = [0] * 9  # the digits that are used
        self.columns = [0] * 9
        self.boxes = [0] * 9
        self.nodes = 0
        for at, c in enumerate(puzzle):
            if "1" <= c <= "9":
                self.put(at, int(c))

    def put(self, at, digit):
        r, c = divmod(at, 9)
        bit = 1 << digit
        self.grid[at] = digit
        self.rows[r] |= bit
        self.columns[c] |= bit
        self.boxes[r // 3 * 3 + c // 3] |= bit

    def take(self, at):
        r, c = divmod(at, 9)
        bit = 1 << self.grid[at]
        self.grid[at] = 0
        self.rows[r] &= ~bit
        self.columns[c] &= ~bit
        self.boxes[r // 3 * 3 + c // 3] &= ~bit

    def choose(self):
        """Return the cell with the fewest digits left and these, or -1 when the grid is full."""
        at, free, fewest = -1, 0, 10
        for i, digit in enumerate(self.grid):
            if digit:
                continue
            r, c = divmod(i, 9)
            left = 0x3FE & ~(self.rows[r] | self.columns[c] | self.boxes[r // 3 * 3 + c // 3])
            n = left.bit_count()
            if n < fewest:
                at, free, fewest = i, left, n
                if n < 2:
                    break
        return at, free

    def solve(self):
        at, free = self.choose()
        if at < 0:
            return True
        while free:
            self.nodes += 1
            self.put(at, (free & -free).bit_length() - 1)
            if self.solve():
                return True
            self.take(at)
            free &= free - 1
        return False

    def __str__(self):
        return "".join(map(str, self.grid))


def main():
    for puzzle in [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
        "....5......4.....3...67.1.............8..2....6....5.7.......2.17............3.84",
        "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
    ]:
        s = Sudoku(puzzle)
        s.solve()
        print(s, s.nodes)


if __name__ == "__main__":
    main()
