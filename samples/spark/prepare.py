"""Prepares the images that a list names, on all workers of a Spark cluster; keeps a line of JSON for each.

    spark-submit samples/spark/prepare.py images.txt /mnt/small results 64

A path names the same file on every worker, on a shared mount. A task that fails, or whose worker is lost, runs again:
--update passes over the images that are done.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession


def main(images, output, results, parts):
    magpie = os.environ.get("MAGPIE", "magpie")
    # One image at a time, because Spark gives each task one core.
    words = [magpie, "prep", "-", "-o", output, "--update", "--json", "--quiet", "--jobs", "1"]
    spark = SparkSession.builder.appName("magpie prep").getOrCreate()
    paths = spark.sparkContext.textFile(images).repartition(int(parts))
    # Without checkCode a worker that fails would pass for one without images.
    paths.pipe(shlex.join(words), checkCode=True).saveAsTextFile(results)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: prepare.py IMAGES.txt OUTPUT RESULTS PARTS")
    main(*sys.argv[1:])
