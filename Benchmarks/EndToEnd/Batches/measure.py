"""Measures a batch on workers: python measure.py MAGPIE PHOTOS [COUNT]

Prepares COUNT images (600 by default), which are links to the files of the folder PHOTOS in turn, with one and with two
workers: threads of one process, two processes with --shard, and the sample for Spark in local-cluster mode with workers of
one core each. Prints images a second and, for Spark, the seconds that it takes more than the processes. Needs PySpark in
this Python, and Java. Where a session of Spark's own takes time, it is part of the figure."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

SAMPLE = pathlib.Path(__file__).parents[3] / "samples" / "spark" / "prepare.py"


def wait(*commands, **options):
    """The seconds until all commands, which begin together, have ended well."""
    begin = time.perf_counter()
    processes = [subprocess.Popen(list(map(str, command)), **options) for command in commands]
    assert not any(process.wait() for process in processes)
    return time.perf_counter() - begin


def main(magpie, photos, count=600):
    magpie = pathlib.Path(magpie).resolve()
    files = sorted(file for file in pathlib.Path(photos).rglob("*") if file.suffix.lower() in (".jpg", ".jpeg"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        links = [folder / "in" / f"{number:05}.jpg" for number in range(count)]
        (folder / "in").mkdir()
        for number, link in enumerate(links):
            link.symlink_to(files[number % len(files)].resolve())
        listing = folder / "images.txt"
        listing.write_text("".join(f"{link}\n" for link in links))

        def prep(output, *words):
            return [magpie, "prep", "--list", listing, "-o", folder / output, "--quiet", *words]

        def spark(output, workers):
            environment = os.environ | {
                "MAGPIE": str(magpie), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_DIRS": str(folder / "spark"),
                "PYSPARK_SUBMIT_ARGS": f"--master local-cluster[{workers},1,1024] pyspark-shell"}
            return wait([sys.executable, SAMPLE, listing, folder / output, folder / f"{output}-results", 8],
                        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        wait(prep("warm", "--jobs", "2"))
        rows = [
            ("one process, 1 thread", wait(prep("a", "--jobs", "1"))),
            ("one process, 2 threads", wait(prep("b", "--jobs", "2"))),
            ("2 processes with --shard, 1 thread each",
             wait(*[prep(f"c{part}", "--jobs", "1", "--shard", f"{part}/2") for part in (0, 1)])),
            ("Spark, 1 worker", spark("d", 1)),
            ("Spark, 2 workers", spark("e", 2))]
        for kind in "abde":
            made = sum(1 for _ in (folder / kind).rglob("*.jpg"))
            assert made == count, f"{kind}: {made} of {count} images"
        print(f"{count} images of {len(files)} photos\n\n| | s | images/s | more than without Spark |\n| --- | ---: | ---: | ---: |")
        for title, seconds in rows:
            more = {"Spark, 1 worker": rows[0][1], "Spark, 2 workers": rows[2][1]}.get(title)
            print(f"| {title} | {seconds:.1f} | {count / seconds:.1f} | {f'{seconds - more:.1f} s' if more else ''} |")


main(*sys.argv[1:3], *map(int, sys.argv[3:]))
