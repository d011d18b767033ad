"""Algorithmx_maps solves sudokus by Knuth's Algorithm X with dicts of sets, after Ali Assaf's "Algorithm X
in 30 lines!"."""


def exact():
    """Return the rows of each column, and the columns of each row. A row is 81*r + 9*c + d."""
    Y = {}
    for r in range(9):
        for c in range(9):
            for d in range(9):
                b = r // 3 * 3 + c // 3
                Y[81 * r + 9 * c + d] = [9 * r + c, 81 + 9 * r + d, 162 + 9 * c + d, 243 + 9 * b + d]
    X = {j: set() for j in range(324)}
    for i, columns in Y.items():
        for j in columns:
            X[j].add(i)
    return X, Y


def solve(X, Y, solution):
    if not X:
        yield list(solution)
    else:
        c = min(X, key=lambda c: (len(X[c]), c))
        for r in list(X[c]):
            solution.append(r)
            columns = cover(X, Y, r)
            yield from solve(X, Y, solution)
            uncover(X, Y, r, columns)
            solution.pop()


def cover(X, Y, r):
    columns = []
    for j in Y[r]:
        for i in X[j]:
            for k in Y[i]:
                if k != j:
                    X[k].remove(i)
        columns.append(X.pop(j))
    return columns


def uncover(X, Y, r, columns):
    for j in reversed(Y[r]):
        X[j] = columns.pop()
        for i in X[j]:
            for k in Y[i]:
                if k != j:
                    X[k].add(i)


def main():
    for puzzle in [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "......9.7...42.18....7.5.261..9.4....5.....4....5.7..992.1.8....34.59...5.7......",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9..",
        "..9...4.75......9.....9.2...1...6.....5.2..4.3..8....2...3....86....1..4..7.5..2.",
        "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
        "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
        "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
    ]:
        X, Y = exact()
        given = []
        for at, d in enumerate(puzzle):
            if d != ".":
                r = 9 * at + int(d) - 1
                cover(X, Y, r)
                given.append(r)
        solutions = 0
        answer = [""] * 81
        for solution in solve(X, Y, given):
            solutions += 1
            for r in solution:
                answer[r // 9] = str(r % 9 + 1)
        print(solutions, "".join(answer))


if __name__ == "__main__":
    main()
