"""Wordfreq counts the words of a text, as a student would with the methods of strings."""

PASSAGE = """The quick brown fox jumps over the lazy dog. A domino covers two squares; a pentomino covers five.
The twelve pentominoes fill a rectangle of six by ten in 2339 ways, "not counting reflections" (or rotations).
Which pieces touch the border? How many of the pieces may be turned over, and which of them may not?
"""


def main():
    text = PASSAGE * 24000
    counts = {}
    lengths = {}
    lines = 0
    for line in text.split("\n"):
        if not line:
            continue
        lines += 1
        for word in line.lower().split():
            word = word.strip('.,;?"()')
            counts[word] = counts.get(word, 0) + 1
            lengths[len(word)] = lengths.get(len(word), 0) + 1

    words = sorted(counts, key=lambda word: (-counts[word], word))
    print(lines, len(words))
    for word in words[:8]:
        print(f"{word:8} {counts[word]:7}")
    for n in range(1, 13):
        print(lengths.get(n, 0), end=" ")
    print()


if __name__ == "__main__":
    main()
