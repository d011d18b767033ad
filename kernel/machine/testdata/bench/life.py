"""Life runs Conway's Game of Life on a set of living cells."""


def step(alive):
    counts = {}
    for x, y in alive:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    c = (x + dx, y + dy)
                    counts[c] = counts.get(c, 0) + 1
    return {c for c, n in counts.items() if n == 3 or n == 2 and c in alive}


def main():
    # The R-pentomino.
    alive = {(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)}
    total = 0
    for _ in range(900):
        alive = step(alive)
        total += len(alive)
    print(len(alive), total, sum(x for x, y in alive), sum(y for x, y in alive))


if __name__ == "__main__":
    main()
