"""Maps_string works on dicts with string keys: made-up words are counted, grouped by their letters, and
linked to the words that follow them."""

SYLLABLES = ["ka", "to", "mi", "ra", "ne", "so", "lu", "ve", "di", "po"]


def words(n):
    """Make n words of one to three syllables."""
    result = []
    x = 99
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        y = x >> 8
        word = SYLLABLES[y % 10]
        while y % 3 != 0:
            y //= 10
            word += SYLLABLES[y % 10]
            if len(word) == 6:
                break
        result.append(word)
    return result


def sort_letters(word):
    return "".join(sorted(word))


def main():
    text = words(800000)

    counts = {}
    for word in text:
        counts[word] = counts.get(word, 0) + 1

    groups = {}
    for word in counts:
        groups.setdefault(sort_letters(word), []).append(word)
    largest = max(len(group) for group in groups.values())

    follow = {}
    for before, after in zip(text, text[1:]):
        if len(before) > 4:
            continue
        if before not in follow:
            follow[before] = set()
        follow[before].add(after)
    links = sum(len(s) for s in follow.values())

    keys = sorted(counts)
    check = 0
    for i, word in enumerate(keys):
        check = (check + (i + 1) * counts[word]) % 1000007
    print(len(counts), len(groups), largest)
    print(len(follow), links)
    print(check, keys[0], keys[-1])


if __name__ == "__main__":
    main()
