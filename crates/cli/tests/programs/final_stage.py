import sys
from functools import lru_cache

fault = sys.argv[1]
data = list(map(int, sys.stdin.read().split()))
n = data[0]
turns = [(data[1 + 2 * i], data[2 + 2 * i]) for i in range(n)]
counts = data[2 + 2 * n:]


@lru_cache(None)
def best(i, c):
    # 1 Alice, 0 nobody, -1 Bob
    if i == n:
        return 0
    low, high = turns[i]
    me = 1 if i % 2 == 0 else -1
    if c < low or (fault == "off-by-one" and c == low):
        return me if fault == "as-read-wrongly" else -me
    return max((me * best(i + 1, c - k) for k in range(low, min(high, c) + 1)), default=-1) * me


for c in counts:
    print({1: "Alice", 0: "Draw", -1: "Bob"}[best(0, c)])
