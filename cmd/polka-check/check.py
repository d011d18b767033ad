# SPDX-License-Identifier: BSD-3-Clause

"""Checks a certificate of the number of solutions of an exact cover problem.

    python3 check.py FILE.dlx FILE.cert

It prints the number and ends with status 0 if the certificate proves it. Otherwise it prints what
is wrong and ends with status 1. It follows docs/certificates.md and needs nothing but Python.
"""

import hashlib
import re
import sys


class Wrong(Exception):
    """What is wrong with a problem or a certificate."""


def read(text):
    """Returns the primary items' options, and each option's excluded options and primary items.

    Sets of options and of items are integers with a bit for each member.
    """
    items, primary, options = None, 0, []
    for n, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or line.startswith("|"):
            continue
        if items is None:
            items, primary = {}, len(words)
            for i, word in enumerate(words):
                if word == "|" and primary == len(words):
                    primary = i
                elif word in items or "|" in word or ":" in word:
                    raise Wrong(f"problem: line {n}: item {word!r} is not understood")
                else:
                    items[word] = len(items)
            continue
        option = {}
        for word in words:
            if word.startswith("|"):
                continue
            name, colon, color = word.partition(":")
            i = items.get(name)
            if i is None or i in option or colon and (i < primary or not color):
                raise Wrong(f"problem: line {n}: {word!r} is not understood")
            option[i] = color
        if any(i < primary for i in option):
            options.append(option)
    if not primary:
        raise Wrong("problem: there are no primary items")
    having, agreeing = [0] * len(items), {}
    for k, option in enumerate(options):
        for i, color in option.items():
            having[i] |= 1 << k
            if color:
                agreeing[i, color] = agreeing.get((i, color), 0) | 1 << k
    excludes, covers = [], []
    for k, option in enumerate(options):
        out = 1 << k
        for i, color in option.items():
            out |= having[i] & ~agreeing[i, color] if color else having[i]
        excludes.append(out)
        covers.append(sum(1 << i for i in option if i < primary))
    return having[:primary], excludes, covers


def number(word, most):
    """Returns a number from 0 to most-1."""
    if not re.fullmatch("0|[1-9][0-9]{0,17}", word) or int(word) >= most:
        raise Wrong(f"expected a number from 0 to {most - 1}, found {word!r}")
    return int(word)


def node(n, words, state, states, problem):
    """Checks node n, gives states to its children, and returns the solutions and nodes among them."""
    having, excludes, covers = problem
    live, still = state
    item = number(words[0], len(having))
    if not still >> item & 1:
        raise Wrong(f"item {item} is not open")
    left = live & having[item]
    solved, children = 0, []
    for word in words[1:]:
        if not left:
            raise Wrong("there are too many children")
        k = (left & -left).bit_length() - 1
        left &= left - 1
        now, rest = live & ~excludes[k], still & ~covers[k]
        if word == "s":
            if rest:
                raise Wrong(f"option {k} does not solve the problem")
            solved += 1
        elif word.startswith("x"):
            j = number(word[1:], len(having))
            if not rest >> j & 1 or now & having[j]:
                raise Wrong(f"item {j} is not dead after option {k}")
        else:
            c = number(word, n)
            if states[c] is None:
                states[c] = now, rest
            elif states[c] != (now, rest):
                raise Wrong(f"option {k} does not lead to the state of node {c}")
            children.append(c)
    if left:
        raise Wrong("there are too few children")
    return solved, children


def check(text, certificate):
    """Returns the number of solutions that a certificate, which is bytes, proves."""
    problem = read(text)
    at = certificate.rfind(b"\nsha256 ") + 1
    digest = hashlib.sha256(certificate[:at]).hexdigest()
    if not at or certificate[at:] != f"sha256 {digest}\n".encode():
        raise Wrong("certificate: the digest at the end is missing or wrong")
    lines = certificate[:at].decode("ascii", "replace").split("\n")[:-1]
    items, nodes = len(problem[0]), len(lines) - 4
    if nodes < 1 or lines[:3] != ["polka certificate 1", f"items {items}", f"nodes {nodes}"]:
        raise Wrong(f"certificate: it should begin with the format, {items} items and the number of nodes")
    states, found = [None] * nodes, [None] * nodes
    states[-1] = (1 << len(problem[1])) - 1, (1 << items) - 1
    for n in range(nodes - 1, -1, -1):
        try:
            if states[n] is None:
                raise Wrong("no other node has this one as a child")
            found[n] = node(n, lines[n + 3].split(" "), states[n], states, problem)
        except Wrong as wrong:
            raise Wrong(f"certificate: line {n + 4}: {wrong}") from None
        states[n] = None
    counts = []
    for solved, children in found:
        counts.append(solved + sum(counts[c] for c in children))
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    if lines[-1] != f"count {counts[-1]}":
        raise Wrong(f"certificate: it says {lines[-1]!r}, but proves {counts[-1]}")
    return counts[-1]


def main(arguments):
    if len(arguments) != 2:
        sys.exit("usage: check.py FILE.dlx FILE.cert")
    try:
        with open(arguments[0], encoding="utf-8") as problem, open(arguments[1], "rb") as certificate:
            print("solutions:", check(problem.read(), certificate.read()))
    except (OSError, UnicodeDecodeError, Wrong) as wrong:
        print("check.py:", wrong, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
