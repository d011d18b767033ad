"""Strings builds text, scans its characters, and looks for palindromes."""


def text(n):
    """Make n letters of a small alphabet."""
    letters = []
    x = 5
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        letters.append("abcde"[(x >> 12) % 5])
    return "".join(letters)


def longest(s):
    """Return the longest palindrome in s."""
    start = end = 0

    def grow(i, j):
        nonlocal start, end
        while i >= 0 and j < len(s) and s[i] == s[j]:
            i -= 1
            j += 1
        if j - i - 1 > end - start:
            start, end = i + 1, j

    for i in range(len(s)):
        grow(i, i)
        grow(i, i + 1)
    return s[start:end]


def palindrome(s):
    i, j = 0, len(s) - 1
    while i < j:
        if s[i] != s[j]:
            return False
        i += 1
        j -= 1
    return True


def shift(s, k):
    """Move letters along the alphabet, and leave all else."""
    letters = []
    for c in s:
        if "a" <= c <= "z":
            c = chr(ord("a") + (ord(c) - ord("a") + k) % 26)
        letters.append(c)
    return "".join(letters)


def reverse(s):
    return s[::-1]


def vowels(s):
    n = 0
    for c in s:
        if c in "aeiouäöü":
            n += 1
    return n


def main():
    s = text(300000)
    code = 0
    for c in s:
        code = (code * 31 + ord(c)) % 1000000007
    print(len(s), code, longest(s))

    n = 0
    for i in range(len(s) - 4):
        if palindrome(s[i : i + 5]):
            n += 1
    numbers = 0
    for i in range(300000):
        if palindrome(str(i)):
            numbers += 1
    print(n, numbers)

    line = "zwölf größere Bären müssen über grüne Hügel stürmen; "
    verse = line * 5000
    secret = shift(verse, 3)
    back = reverse(reverse(shift(secret, 23)))
    same = 1 if back == verse else 0
    print(shift(line, 3), same, vowels(verse), vowels(secret))


if __name__ == "__main__":
    main()
