"""The programs that are there to be compared, and those that are not."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
JOBS = 2


def spent(command, given=b"", environment=None):
    """Seconds of CPU and of wall time and the largest memory in MB of a program, and what it printed."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        asked.write(given)
        asked.seek(0)
        begin = time.perf_counter()
        process = subprocess.Popen(
            list(map(str, command)), stdin=asked, stdout=output, stderr=errors, env=os.environ | (environment or {}))
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode:
            last = errors.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise RuntimeError(f"exit {process.returncode}: {last[-1]}")
        return {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "memory": usage.ru_maxrss / 1000}, output.read()


class Command:
    """A program that is started anew: a picture costs what several and the first again cost more than the first."""

    def __init__(self, name, command, takes=lambda task: True):
        self.name, self.command, self.takes = name, command, takes

    def one(self, task, files, out):
        single, _ = spent(self.command(task, files[:1], out, 1))
        several, _ = spent(self.command(task, files[:task.singles + 1], out, 1))
        return {key: (several[key] - single[key]) / task.singles for key in ("cpu", "wall")} | {
            "memory": several["memory"]}

    def folder(self, task, files, out):
        used, _ = spent(self.command(task, files[:task.count], out, JOBS))
        return {key: used[key] / task.count for key in ("cpu", "wall")} | {"memory": used["memory"]}


class Resident:
    """A process that measures itself when it is warm."""

    def __init__(self, name, command, environment=None, takes=lambda task: True):
        self.name, self.command, self.environment, self.takes = name, command, environment, takes

    def spent(self, mode, task, files, out):
        spec = {
            "files": list(map(str, files)), "out": str(out), "size": task.size, "source": task.source,
            "target": task.target, "kind": task.kind, "quality": task.quality, "jobs": JOBS,
            "longest": max(task.sides)}
        return spent([*self.command, mode], json.dumps(spec).encode(), self.environment)

    def one(self, task, files, out):
        used, output = self.spent("one", task, files[:task.singles], out)
        return {key: value / task.singles for key, value in json.loads(output).items()} | {"memory": used["memory"]}

    def folder(self, task, files, out):
        used, _ = self.spent("folder", task, files[:task.count], out)
        return {key: used[key] / task.count for key in ("cpu", "wall")} | {"memory": used["memory"]}


def answer(*command, **environment):
    """What a program prints, or nothing where it fails."""
    try:
        return subprocess.run(
            list(map(str, command)), capture_output=True, text=True, check=True,
            env=os.environ | environment).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


VERSION = "from importlib.metadata import version as v; "
PYTHON = [
    # Name, kind in in_process.py, environment, what prints its version.
    ("libvips 8.18", "libvips", "rivals", "import pyvips; print(*map(pyvips.version, range(3)), sep='.')"),
    ("Pillow", "pillow", "rivals", "import PIL; from PIL import features as f; print(PIL.__version__, "
     "'libjpeg-turbo', f.version('libjpeg_turbo'), 'libavif', f.version('avif'))"),
    ("pillow-simd", "pillow", "simd", "import PIL; print(PIL.__version__)"),
    ("OpenCV", "opencv", "rivals", "import cv2; print(cv2.__version__)"),
    ("imagecodecs", "imagecodecs", "rivals", VERSION + "import imagecodecs; print(v('imagecodecs'))"),
    ("simplejpeg", "simplejpeg", "rivals", VERSION + "import simplejpeg, cykooz_resizer; "
     "print(v('simplejpeg'), 'cykooz-resizer', v('cykooz-resizer'))"),
    ("kornia-rs", "kornia", "rivals", VERSION + "import kornia_rs; print(v('kornia-rs'))"),
]


def find(magpie, floor, work):
    """The contenders, their versions, and why someone does not take part."""
    found, versions, absent = [], {}, []

    def prep(effort):
        return lambda task, files, out, jobs: [
            magpie, "prep", *files, "-o", out, "--size", task.size, "--effort", effort,
            *([] if task.target == "png" else ["--quality", task.quality]), "--format", task.target.replace("jpg", "jpeg"), "--jobs", jobs, "--quiet"]

    versions["magpie"] = answer(magpie, "--version").splitlines()[0]
    found += [Command("magpie", prep("fast")), Command("magpie, high", prep("high"))]
    if floor.exists():
        found.append(Command(
            "the floor", lambda task, files, out, jobs: [floor, task.size, task.quality, out, jobs, *files],
            takes=lambda task: max(task.sides) <= task.size))
    else:
        absent.append("the floor of libjpeg-turbo: swift build -c release --product floor makes it")
    if shutil.which("vipsthumbnail"):
        versions["vipsthumbnail"] = answer("vipsthumbnail", "--vips-version")
        found.append(Command("vipsthumbnail", lambda task, files, out, _: [
            "vipsthumbnail", "--size", f"{task.size}x{task.size}>", *(["--export-profile", "srgb"] * (task.kind == "p3")),
            "-o", f"{out}/%s.{task.target}[{'' if task.target == 'png' else f'Q={task.quality},'}"
                  f"{'background=255,' * (task.kind == 'rgba')}strip]", *files]))
    else:
        absent.append("vipsthumbnail: it is not installed (Debian: libvips-tools)")
    sharp = work / "sharp"
    version = answer("node", HERE / "sharp.mjs", "versions", SHARP_HOME=str(sharp))
    if version:
        numbers = json.loads(version)
        versions["sharp"] = f"{numbers['sharp']}, libvips {numbers['vips']}"
        found.append(Resident(
            "sharp", ["node", HERE / "sharp.mjs"], {"SHARP_HOME": str(sharp)}, takes=lambda task: not task.kind))
    else:
        absent.append("sharp: npm could not install it")
    for name, kind, home, question in PYTHON:
        python = work / home / "bin" / "python"
        version = answer(python, "-c", question)
        if version:
            versions[name] = version
            found.append(Resident(name, [python, HERE / "in_process.py", kind]))
        else:
            absent.append(f"{name}: pip could not install it")
    absent += ["oximg: no package of that name on PyPI", "imgproxy: a server, no package of Debian or PyPI"]
    return found, versions, absent


def starts(magpie, pictures, rounds):
    """Milliseconds of CPU of the whole command for one picture through a pipe, by its name."""
    costs = {name: [] for name in pictures}
    for _ in range(rounds):
        for name, (data, target) in pictures.items():
            used, _ = spent([magpie, "prep", "-", "-o", "-", "--size", 128, "--format", target, "--quiet"], data)
            costs[name].append(1000 * used["cpu"])
    return costs
