"""The tables of what was measured."""

OURS, FLOOR = ("magpie", "magpie, high"), "the floor"
# A rival of less SSIM than this below ours makes another picture.
EQUAL = 0.002


def by_task(found):
    rows = {}
    for result in found:
        rows.setdefault(result["task"], {})[result["contender"]] = result
    return rows


def cpu(result):
    return result["one"]["cpu"]["median"]


def best(row):
    """Our result and that of the fastest rival whose pictures are as close to the original; nil without one."""
    ours = row.get("magpie")
    peers = [result for name, result in row.items() if name not in (*OURS, FLOOR)]
    peers = [result for result in peers if ours and result["ssim"] >= ours["ssim"] - EQUAL]
    return ours, min(peers, key=cpu, default=None)


def lines(head, rows):
    return "\n".join([
        "| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1),
        *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def not_first(found, tasks):
    """A sentence for each task in which somebody is faster, the largest difference first."""
    whys = {task.name: task.why for task in tasks}
    behind = []
    for task, row in by_task(found).items():
        ours, peer = best(row)
        if peer and cpu(peer) < cpu(ours):
            text = (f"- **{task}**: {peer['contender']} takes {cpu(peer):.1f} ms, ours {cpu(ours):.1f} "
                    f"({cpu(peer) / cpu(ours):.2f}). {whys[task]}")
            behind.append((cpu(peer) / cpu(ours), text.rstrip()))
    return "\n".join(text for _, text in sorted(behind))


def leaders(found):
    """Ours and the best rival in each task."""
    rows = []
    for task, row in by_task(found).items():
        ours, peer = best(row)
        if not ours:
            continue
        pair = [ours] + [peer] * (peer is not None)

        def both(text):
            return "; ".join(map(text, pair))

        rows.append([
            task, f"{cpu(ours):.1f}", f"{peer['contender']} {cpu(peer):.1f}" if peer else "",
            f"**{cpu(peer) / cpu(ours):.2f}**" if peer else "",
            both(lambda result: f"{result['ssim']:.4f}"), both(lambda result: f"{result['kilobytes']:.0f}"),
            both(lambda result: f"{result['memory']:.0f}")])
    return lines(["one picture", "ms CPU", "best rival", "rival / ours", "SSIM", "kB", "MB"], rows)


def beside(found, tasks):
    """What a variety of the input costs: with it / without."""
    rows, pairs = by_task(found), []
    for task in tasks:
        one, other = rows.get(task.name, {}).get("magpie"), rows.get(task.beside, {}).get("magpie")
        if one and other:
            pairs.append([task.name, f"{cpu(one):.1f}", f"{cpu(other):.1f}", f"{cpu(one) / cpu(other):.2f}"])
    return lines(["ours", "ms CPU", "without", "with / without"], pairs) if pairs else ""


def above_floor(found):
    """What small pictures cost beyond the floor of libjpeg-turbo."""
    return "".join(
        f"{task}: {cpu(row['magpie']):.3f} ms a file, {cpu(row['magpie']) - cpu(row[FLOOR]):.3f} above the floor\n"
        for task, row in by_task(found).items() if FLOOR in row and "magpie" in row)


def everybody(found, names, mode, title, cell):
    """A column for each contender; bold is the least of one."""
    rows = []
    for task, row in by_task(found).items():
        least = min(result[mode]["cpu"]["median"] for result in row.values())
        cells = [(name in row, row.get(name)) for name in names]
        rows.append([task] + [
            "" if not there else f"**{cell(result)}**" if result[mode]["cpu"]["median"] == least else cell(result)
            for there, result in cells])
    return lines([title, *names], rows)
