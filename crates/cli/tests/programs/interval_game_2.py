import sys
from functools import lru_cache

fault = sys.argv[1]
data = list(map(int, sys.stdin.read().split()))
at = 1
for _ in range(data[0]):
    n = data[at]
    intervals = [(data[at + 1 + 2 * i], data[at + 2 + 2 * i]) for i in range(n)]
    at += 1 + 2 * n
    gap = 1 if fault == "off-by-one" else 0

    @lru_cache(None)
    def value(low, high):
        seen = set()
        for l, r in intervals:
            if low <= l and r <= high:
                left, right = value(low, l - gap), value(r + gap, high)
                seen.add(left if fault == "as-read-wrongly" else left ^ right)
        return next(g for g in range(len(seen) + 1) if g not in seen)

    print("Alice" if value(0, 10**9) else "Bob")
