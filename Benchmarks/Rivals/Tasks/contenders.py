"""The programs that are there to be compared, and those that are not."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import tasks

HERE = pathlib.Path(__file__).parent
JOBS = 2


def spent(command, spec=None, environment=None):
    """Seconds of CPU and of wall time of a program and what it started, and what it printed."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(json.dumps(spec).encode())
        given.seek(0)
        begin = time.perf_counter()
        process = subprocess.Popen(
            list(map(str, command)), stdin=given, stdout=output, stderr=errors, env=os.environ | (environment or {}))
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode:
            last = errors.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise RuntimeError(f"exit {process.returncode}: {last[-1]}")
        return {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall}, output.read()


class Command:
    """A program that is started anew: a picture costs what several and the first again cost more than the first."""

    def __init__(self, name, command):
        self.name, self.command = name, command

    def one(self, task, files, out):
        single, _ = spent(self.command(task, files[:1], out, 1))
        several, _ = spent(self.command(task, files[:task.singles + 1], out, 1))
        return {key: (several[key] - single[key]) / task.singles for key in several}

    def folder(self, task, files, out):
        used, _ = spent(self.command(task, files[:task.count], out, JOBS))
        return {key: value / task.count for key, value in used.items()}


class Resident:
    """A process that measures itself when it is warm."""

    def __init__(self, name, command, environment=None):
        self.name, self.command, self.environment = name, command, environment

    def spec(self, task, files, out):
        return {
            "files": list(map(str, files)), "out": str(out), "size": task.size, "source": task.source,
            "target": task.target, "quality": tasks.QUALITY, "jobs": JOBS}

    def one(self, task, files, out):
        _, output = spent([*self.command, "one"], self.spec(task, files[:task.singles], out), self.environment)
        return {key: value / task.singles for key, value in json.loads(output).items()}

    def folder(self, task, files, out):
        used, _ = spent([*self.command, "folder"], self.spec(task, files[:task.count], out), self.environment)
        return {key: value / task.count for key, value in used.items()}


def answer(*command, **environment):
    """What a program prints, or nothing where it fails."""
    try:
        return subprocess.run(
            list(map(str, command)), capture_output=True, text=True, check=True,
            env=os.environ | environment).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def find(magpie, simd, sharp_home):
    """The contenders, their versions, and why someone does not take part."""
    found, versions, absent = [], {}, []

    def prep(effort):
        return lambda task, files, out, jobs: [
            magpie, "prep", *files, "-o", out, "--size", task.size, "--quality", tasks.QUALITY, "--effort", effort,
            "--format", task.target.replace("jpg", "jpeg"), "--jobs", jobs, "--quiet"]

    versions["magpie"] = answer(magpie, "--version").splitlines()[0]
    found += [Command("magpie", prep("fast")), Command("magpie, high", prep("high"))]
    if shutil.which("vipsthumbnail"):
        versions["vipsthumbnail"] = answer("vipsthumbnail", "--vips-version")
        found.append(Command("vipsthumbnail", lambda task, files, out, _: [
            "vipsthumbnail", "--size", f"{task.size}x{task.size}>",
            "-o", f"{out}/%s.{task.target}[{'' if task.target == 'png' else f'Q={tasks.QUALITY},'}strip]", *files]))
    else:
        absent.append("vipsthumbnail: it is not installed (Debian: libvips-tools)")
    version = answer("node", HERE / "sharp.mjs", "versions", SHARP_HOME=str(sharp_home))
    if version:
        numbers = json.loads(version)
        versions["sharp"] = f"{numbers['sharp']}, libvips {numbers['vips']}"
        found.append(Resident("sharp", ["node", HERE / "sharp.mjs"], {"SHARP_HOME": str(sharp_home)}))
    else:
        absent.append(f"sharp: npm could not install it into {sharp_home.name}")
    version = answer(sys.executable, "-c", "import pyvips; print(*map(pyvips.version, range(3)), sep='.')")
    if version:
        versions["libvips"] = f"{version} of pyvips-binary"
        found.append(Resident("libvips, as sharp calls it", [sys.executable, HERE / "in_process.py", "libvips"]))
    else:
        absent.append("libvips: pip could not install pyvips-binary")
    question = "import PIL; from PIL import features; print(PIL.__version__, features.version('libjpeg_turbo'))"
    for name, python in (("Pillow", sys.executable), ("pillow-simd", simd)):
        version = answer(python, "-c", question)
        if version:
            versions[name] = version.replace(" ", ", libjpeg-turbo ")
            found.append(Resident(name, [python, HERE / "in_process.py", "pillow"]))
        else:
            absent.append(f"{name}: pip could not install it")
    absent += ["oximg: no package of that name on PyPI", "imgproxy: a server, no package of Debian or PyPI"]
    return found, versions, absent
