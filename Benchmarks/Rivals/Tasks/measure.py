"""Magpie beside others in the tasks that they publish, and in each format: python measure.py [options]

Makes what it needs in .build/rivals: virtual environments with the newest wheels, sharp by npm, and the pictures, from
four photos of a folder. What cannot be had is left out, and said to be. Contenders take turns in each round, in another order each
time; figures are medians. "One" is a picture in a program that runs already; of a command, which is started anew, what
further pictures cost. Prints what is not first, then the tables of Benchmarks/README.md; --json FILE writes all that was
measured. A rival is the best of a task when no other is faster with an SSIM of at least ours less .002."""

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
WHEELS = {
    "rivals": [
        "numpy==2.4.6", "pillow==13.0.0", "pillow-heif==1.8.1", "pyvips==3.2.0", "opencv-python-headless==5.0.0.93",
        "imagecodecs==2026.3.6", "simplejpeg==1.9.0", "cykooz-resizer==4.0.1", "kornia-rs==0.2.0"],
    "simd": ["pillow-simd==12.1.1.post0"],
}
# Over the part of pyvips that binds to the libvips of the system.
LAST = {"rivals": ["pyvips-binary==8.18.7"]}


def install():
    """Virtual environments and sharp, each tried once; the program goes on in the first of them."""
    home = WORK / "rivals" / "bin" / "python"
    for name, packages in WHEELS.items():
        if (WORK / name).exists():
            continue
        pip = [WORK / name / "bin" / "python", "-m", "pip", "install", "--quiet"]
        subprocess.run([sys.executable, "-m", "venv", WORK / name], check=True)
        for package in packages:
            subprocess.run([*pip, package])
        for package in LAST.get(name, []):
            subprocess.run([*pip, "--force-reinstall", "--no-deps", package])
    sharp = WORK / "sharp"
    if shutil.which("npm") and not sharp.exists():
        sharp.mkdir(parents=True)
        (sharp / "package.json").write_text("{}\n")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--fetch-retries=0", "sharp"], cwd=sharp)
    if pathlib.Path(sys.prefix) != WORK / "rivals":
        os.execv(home, [home, *sys.argv])


def options():
    parser = argparse.ArgumentParser(description="Magpie beside others, task by task")
    release = ROOT / ".build" / "release"
    parser.add_argument("--magpie", type=pathlib.Path, default=release / "magpie")
    parser.add_argument("--floor", type=pathlib.Path, default=release / "floor")
    parser.add_argument("--photos", type=pathlib.Path, default=ROOT.parent / "shared" / "data" / "photos")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", help="tasks whose names contain this")
    parser.add_argument("--folders", action="store_true", help="whole programs with two workers as well")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args()


def summary(values):
    median = statistics.median(values)
    return {"median": median, "deviation": statistics.median(abs(value - median) for value in values),
            "minimum": min(values), "count": len(values)}


def machine():
    with open("/proc/cpuinfo") as given:
        text = given.read()
    name = next(line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name"))
    return {"processor": name, "avx512": " avx512f" in text, "instructions": os.environ.get("MAGPIE_ISA", "all"),
            "cores": os.cpu_count(), "system": platform.freedesktop_os_release()["PRETTY_NAME"],
            "load": os.getloadavg()[0]}


def place(task, contender, mode):
    return WORK / "out" / task.name.replace("/", " ") / contender / mode


def measure(files, contenders, rounds, modes, absent):
    """Costs by task, contender and mode, and the outputs of the last round."""
    costs, failed = {}, set()
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
        for task, paths in files.items():
            for mode in modes:
                for index in range(len(contenders)):
                    contender = contenders[(index + number) % len(contenders)]
                    key = (task.name, contender.name)
                    if key in failed or not contender.takes(task):
                        continue
                    out = place(task, contender.name, mode)
                    shutil.rmtree(out, ignore_errors=True)
                    out.mkdir(parents=True)
                    try:
                        cost = getattr(contender, mode)(task, paths, out)
                        if len(outputs(out)) < (task.count if mode == "folder" else task.singles):
                            raise RuntimeError(f"only {len(outputs(out))} pictures were made")
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
            small = outputs(place(task, contender, "one"))[:photos]
            marks = [reference.score(path) for reference, path in zip(references, small)]
            result = {"task": name, "contender": contender}
            for mode, values in modes.items():
                result[mode] = {key: summary([1000 * value[key] for value in values]) for key in ("cpu", "wall")}
            result["memory"] = statistics.median(value["memory"] for value in modes["one"])
            result["psnr"], result["ssim"] = (statistics.mean(column) for column in zip(*marks))
            result["kilobytes"] = statistics.mean(path.stat().st_size for path in small) / 1000
            found.append(result)
    return found


def started(magpie, photos, rounds):
    import contenders
    import inputs

    small = inputs.pixels(photos[0], (200, 150))
    pictures = {"JPEG": (inputs.coded(small, format="JPEG"), "jpeg"), "PNG": (inputs.coded(small, format="PNG"), "png"),
                "WebP": (inputs.coded(small, format="WEBP"), "webp")}
    costs = contenders.starts(magpie, pictures, 3 * rounds)
    return {name: summary(values) for name, values in costs.items()}


def main():
    chosen = options()
    install()
    import contenders
    import inputs
    import report
    import tasks

    start = machine()
    magpie = chosen.magpie.resolve()
    photos = [chosen.photos / name for name in tasks.PHOTOS]
    wanted = [task for task in tasks.TASKS if not chosen.only or chosen.only in task.name]
    files, absent = inputs.make_inputs(wanted, photos, WORK)
    there, versions, missing = contenders.find(magpie, chosen.floor.resolve(), WORK)
    absent += missing
    modes = ("one", "folder") if chosen.folders else ("one",)
    costs = measure(files, there, chosen.rounds, modes, absent)
    found = results(files, costs, len(photos))
    pipes = started(magpie, photos, chosen.rounds)
    names = [contender.name for contender in there]
    print(f"Not first:\n\n{report.not_first(found, wanted) or 'nowhere.'}\n")
    print(report.leaders(found))
    print(report.beside(found, wanted))
    print(report.above_floor(found))
    print("Through a pipe, ms CPU of the whole command: "
          + ", ".join(f"{name} {cost['median']:.1f}" for name, cost in pipes.items()) + "\n")
    for mode in modes:
        title = f"ms CPU, {'one picture' if mode == 'one' else 'a picture of a folder'}"
        print(report.everybody(found, names, mode, title, lambda result: f"{result[mode]['cpu']['median']:.1f}"))
    print("\n".join(f"missing: {line}" for line in absent))
    if chosen.json:
        given = {task.name: {"count": task.count, "singles": task.singles,
                             "bytes": [path.stat().st_size for path in paths[:len(photos)]]}
                 for task, paths in files.items()}
        chosen.json.write_text(json.dumps({
            "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "machine": start,
            "load_after": os.getloadavg()[0], "rounds": chosen.rounds, "versions": versions,
            "absent": absent, "inputs": given, "pipes": pipes, "milliseconds": found}, indent=1) + "\n")


main()
