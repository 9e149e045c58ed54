"""What a picture costs beside the first one of its item, against a picture that is an item of its own.

usage: per_picture.py MAGPIE [ROUNDS]

Takes turns in making two stores of the 504 pictures of the samples: 504 items, and 168 items of three pictures. Prints medians of
CPU time, which other work on the machine changes little, of memory and of the size of the store, and the same for one search.
ROUNDS is 5 by default.
"""
import csv
import os
import statistics
import subprocess
import sys
import tempfile

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../samples")


def run(*words):
    """CPU time in seconds and the most memory in MB."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)} ended with {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def catalogs(folder):
    """The rows of the samples as they are, and a row for each picture."""
    with open(f"{SAMPLES}/catalog.csv") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for column in row:
            if row[column] and (column == "file" or column.startswith("image_")):
                row[column] = os.path.abspath(f"{SAMPLES}/{row[column]}")
    single = []
    for row in rows:
        for column in ["file", "image_scene", "image_detail"]:
            one = {name: value for name, value in row.items() if not name.startswith("image_")}
            single.append(one | {"file": row[column], "id": f"{row['id']}-{column}"})
    for name, table in [("several", rows), ("single", single)]:
        with open(f"{folder}/{name}.csv", "w") as file:
            writer = csv.DictWriter(file, table[0])
            writer.writeheader()
            writer.writerows(table)


def main():
    magpie = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    measured = {name: [] for name in ("single", "several")}
    with tempfile.TemporaryDirectory() as folder:
        catalogs(folder)
        for round in range(rounds):
            for name in measured:
                store = f"{folder}/{name}-{round}.magpie"
                index = run(magpie, "index", f"{SAMPLES}/images", f"{SAMPLES}/views", "--catalog", f"{folder}/{name}.csv",
                            "--store", store, "--no-learning", "--jobs", "1", "-q")
                search = run(magpie, "search", f"{SAMPLES}/images/bag-007.jpg", "--store", store)
                measured[name].append((*index, os.path.getsize(store) / 1024, *search))
    print("| 504 pictures | index: CPU s | memory, MB | store, kB a picture | search: CPU ms | memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, text in [("single", "504 items"), ("several", "168 items of three")]:
        cpu, memory, size, search, most = (statistics.median(column) for column in zip(*measured[name]))
        print(f"| {text} | {cpu:.2f} | {memory:.0f} | {size / 504:.2f} | {search * 1000:.0f} | {most:.0f} |")


main()
