import sys

fault = sys.argv[1]
n, m, x1, y1, x2, y2 = map(int, sys.stdin.read().split())
a, b = sorted((abs(x1 - x2), abs(y1 - y2)))
most = 7 if fault == "off-by-one" else 6
wins = b <= 4 and a + b <= most
if fault == "as-read-wrongly":
    wins = a + b <= 6
print("First" if wins else "Second")
