"""table.py - rows under a title: the first column to the left, the others to the
right."""


def table(title, header, rows):
    print(f"\n{title}")
    rows = [header, *rows]
    widths = [max(len(r[i]) for r in rows) for i in range(len(header))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [c.rjust(w) for c, w in zip(row[1:], widths[1:])]
        print("  " + "  ".join(cells).rstrip(), flush=True)
