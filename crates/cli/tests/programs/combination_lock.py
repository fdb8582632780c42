import sys
from functools import lru_cache

fault = sys.argv[1]
data = sys.stdin.read().split()
at = 1
for _ in range(int(data[0])):
    n, c = int(data[at]), int(data[at + 1])
    alice, bob = data[at + 2], data[at + 3]
    forbidden = set(data[at + 4:at + 4 + c])
    at += 4 + c
    start = "".join("=" if a == b else "." for a, b in zip(alice, bob))
    names = [format(i, f"0{n}b").replace("1", "=").replace("0", ".") for i in range(1 << n)]
    free = [p for p in names if p not in forbidden]
    mate = {}

    def near(p):
        return [p[:i] + ("." if p[i] == "=" else "=") + p[i + 1:] for i in range(n - (fault == "off-by-one"))]

    def augment(p, seen, without):
        for q in near(p):
            if q in forbidden or q in seen or q == without:
                continue
            seen.add(q)
            if q not in mate or augment(mate[q], seen, without):
                mate[q] = p
                return True
        return False

    def size(without):
        mate.clear()
        even = [p for p in free if p.count("=") % 2 == 0 and p != without]
        return sum(augment(p, set(), without) for p in even)

    wins = size(None) > size(start)
    if fault == "as-read-wrongly" and c == 0:
        wins = False
    print("Alice" if wins else "Bob")
