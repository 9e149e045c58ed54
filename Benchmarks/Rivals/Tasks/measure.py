"""Magpie beside others in the tasks that they publish: python measure.py [--magpie FILE] [--photos FOLDER] [options]

Makes what it needs in .build/rivals: virtual environments with Pillow, pillow-simd and libvips, sharp by npm, and the
pictures, from four photos of FOLDER (default ../shared/data/photos). What cannot be had is left out, and said to be.
Contenders take turns in each round, in another order each time; figures are medians. "One" is a picture in a program
that runs already, "folder" the whole program with two workers. Prints the tables of Benchmarks/README.md; --json FILE writes
all that was measured. Needs vipsthumbnail and heif-enc for their parts (Debian: libvips-tools, libheif-examples)."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORK = ROOT / ".build" / "rivals"
MODES = ("one", "folder")


def install():
    """Virtual environments and sharp, each tried once; the program goes on in the first of them."""
    home = WORK / "pillow" / "bin" / "python"
    wanted = {"pillow": ["pillow", "numpy", "pillow-heif", "pyvips"], "simd": ["pillow-simd"]}
    for name, packages in wanted.items():
        if (WORK / name).exists():
            continue
        pip = [WORK / name / "bin" / "python", "-m", "pip", "install", "--quiet"]
        subprocess.run([sys.executable, "-m", "venv", WORK / name], check=True)
        for package in packages:
            subprocess.run([*pip, package])
        if name == "pillow":
            # Last, over the part of pyvips that binds to the libvips of the system.
            subprocess.run([*pip, "--force-reinstall", "--no-deps", "pyvips-binary"])
    sharp = WORK / "sharp"
    if shutil.which("npm") and not sharp.exists():
        sharp.mkdir(parents=True)
        (sharp / "package.json").write_text("{}\n")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--fetch-retries=0", "sharp"], cwd=sharp)
    if pathlib.Path(sys.prefix) != WORK / "pillow":
        os.execv(home, [home, *sys.argv])


def options():
    parser = argparse.ArgumentParser(description="Magpie beside others in the tasks that they publish")
    parser.add_argument("--magpie", type=pathlib.Path, default=ROOT / ".build" / "release" / "magpie")
    parser.add_argument("--photos", type=pathlib.Path, default=ROOT.parent / "shared" / "data" / "photos")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", help="tasks whose names contain this")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args()


def summary(values):
    median = statistics.median(values)
    return {"median": median, "deviation": statistics.median(abs(value - median) for value in values),
            "minimum": min(values), "count": len(values)}


def machine():
    with open("/proc/cpuinfo") as lines:
        name = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    return {"processor": name, "cores": os.cpu_count(),
            "system": platform.freedesktop_os_release()["PRETTY_NAME"], "load": os.getloadavg()[0]}


def measure(files, contenders, rounds, absent):
    """Costs by task, contender and mode, and the outputs of the last round."""
    costs, failed = {}, set()
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
        for task, paths in files.items():
            for mode in MODES:
                for index in range(len(contenders)):
                    contender = contenders[(index + number) % len(contenders)]
                    key = (task.name, contender.name)
                    if key in failed:
                        continue
                    out = WORK / "out" / task.name / contender.name / mode
                    shutil.rmtree(out, ignore_errors=True)
                    out.mkdir(parents=True)
                    try:
                        cost = getattr(contender, mode)(task, paths, out)
                        if mode == "folder" and len(outputs(out)) != task.count:
                            raise RuntimeError(f"{len(outputs(out))} of {task.count} pictures")
                        costs.setdefault(key, {}).setdefault(mode, []).append(cost)
                    except RuntimeError as error:
                        failed.add(key)
                        costs.pop(key, None)
                        absent.append(f"{contender.name}, {task.name}: {error}".replace(f"{WORK}/", ""))
    return costs


def outputs(folder):
    return sorted(path for path in folder.rglob("[0-9]*") if path.is_file() and ".magpie" not in path.parts)


def results(files, costs, photos):
    import scores

    found = []
    for task, paths in files.items():
        references = [scores.Reference(path) for path in paths[:photos]]
        for (name, contender), modes in costs.items():
            if name != task.name:
                continue
            small = outputs(WORK / "out" / name / contender / "folder")[:photos]
            marks = [reference.score(path) for reference, path in zip(references, small)]
            result = {"task": name, "contender": contender}
            for mode, values in modes.items():
                result[mode] = {key: summary([1000 * value[key] for value in values]) for key in ("cpu", "wall")}
            result["psnr"], result["ssim"] = (statistics.mean(column) for column in zip(*marks))
            result["kilobytes"] = statistics.mean(path.stat().st_size for path in small) / 1000
            found.append(result)
    return found


def table(title, found, contenders, cell, best):
    lines = [f"| {title} | {' | '.join(contenders)} |", "| --- |" + " ---: |" * len(contenders)]
    for task in dict.fromkeys(result["task"] for result in found):
        row = {result["contender"]: result for result in found if result["task"] == task}
        first = best and min(best(result) for result in row.values())
        cells = [cell(row[name]) if name in row else "" for name in contenders]
        bold = [f"**{text}**" if best and name in row and best(row[name]) == first else text
                for name, text in zip(contenders, cells)]
        lines.append(f"| {task} | {' | '.join(bold)} |")
    return "\n".join(lines) + "\n"


def main():
    chosen = options()
    install()
    import contenders
    import tasks

    start = machine()
    photos = [chosen.photos / name for name in tasks.PHOTOS]
    wanted = [task for task in tasks.TASKS if not chosen.only or chosen.only in task.name]
    files, absent = tasks.make_inputs(wanted, photos, WORK)
    there, versions, missing = contenders.find(
        chosen.magpie.resolve(), WORK / "simd" / "bin" / "python", WORK / "sharp")
    absent += missing
    costs = measure(files, there, chosen.rounds, absent)
    found = results(files, costs, len(photos))
    names = [contender.name for contender in there]
    for key, title in (("cpu", "CPU"), ("wall", "wall")):
        print(table(
            f"ms {title}: one; folder", found, names,
            lambda result: "; ".join(f"{result[mode][key]['median']:.1f}" for mode in MODES),
            lambda result: result["one"][key]["median"]))
    print(table(
        "PSNR dB; SSIM; kB", found, names,
        lambda result: f"{result['psnr']:.1f}; {result['ssim']:.4f}; {result['kilobytes']:.0f}", None))
    print("\n".join(f"missing: {line}" for line in absent))
    if chosen.json:
        inputs = {task.name: {"count": task.count, "singles": task.singles,
                              "bytes": [path.stat().st_size for path in paths[:len(photos)]]}
                  for task, paths in files.items()}
        chosen.json.write_text(json.dumps({
            "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "machine": start,
            "load_after": os.getloadavg()[0], "rounds": chosen.rounds, "quality": tasks.QUALITY, "versions": versions,
            "absent": absent, "inputs": inputs, "milliseconds": found}, indent=1) + "\n")


main()
