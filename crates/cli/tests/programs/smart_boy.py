import sys
from functools import lru_cache

fault = sys.argv[1]
words = sys.stdin.read().split()[1:]
base = 97 if fault == "off-by-one" else 96


def worth(s):
    values = [ord(c) - base for c in s]
    count = sum(s in word for word in words)
    if fault == "as-read-wrongly":
        return sum(values) * count
    return max(values) * sum(values) + count


@lru_cache(None)
def best(s):
    longer = {t for c in "abcdefghijklmnopqrstuvwxyz" for t in (c + s, s + c)}
    found = (False, 0, 0)
    for t in longer:
        if any(t in word for word in words):
            wins, own, other = best(t)
            found = max(found, (not wins, worth(t) + other, -own)) if found[0] or found[1] \
                else (not wins, worth(t) + other, -own)
    return (found[0], found[1], -found[2])


wins, own, other = best("")
print("First" if wins else "Second")
print(own, other)
