"""Levenshtein measures how many letters must change to make one word of another."""


def distance(a, b):
    before = list(range(len(b) + 1))
    for i, x in enumerate(a):
        row = [i + 1]
        for j, y in enumerate(b):
            cost = 0 if x == y else 1
            row.append(min(before[j + 1] + 1, row[j] + 1, before[j] + cost))
        before = row
    return before[-1]


WORDS = [
    "monomino", "domino", "triomino", "tetromino", "pentomino", "hexomino", "heptomino", "octomino",
    "polyomino", "polyiamond", "polyhex", "polycube", "tiling", "covering", "rectangle", "parallelogram",
    "symmetry", "reflection", "rotation", "orientation", "placement", "solution", "algorithm", "dancing",
    "links", "column", "option", "item", "header", "spacer", "backtracking", "branching",
    "kernel", "notebook", "interpreter", "compiler", "session", "message", "completion", "inspection",
]


def main():
    total, nearest, a, b = 0, 1000, "", ""
    for i, v in enumerate(WORDS):
        for w in WORDS[:i]:
            d = distance(v, w)
            total += d
            if d < nearest:
                nearest, a, b = d, v, w
    print(total, nearest, a, b)

    long = "".join(w + " " for w in WORDS)
    other = "".join(w + " " for w in reversed(WORDS))
    print(distance(long, other), distance(long + other, other + long), distance(long + long, other + other + long))


if __name__ == "__main__":
    main()
