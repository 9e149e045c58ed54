"""Measures the search for duplicates: python measure.py MAGPIE DATA [WORK [PART...]]

MAGPIE is the command in release, DATA the folder of the shared data; needs Pillow. WORK, a new folder by default, holds
the copies and, for the eye, PART.json with the groups. The parts, all by default:
copies: the share of mild copies that are found; removal: of copies of equal size, the share that may be given up, and
edits of light and sharpness that would be; edits: of pictures in which a digit was drawn, those that are still
taken for copies; distinct: groups among 10,000 pictures that are no copies of one another; whole: the time beside that of an
index."""

import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont, ImageOps

PICTURES = {".jpg", ".jpeg", ".png", ".webp"}
# Turning views of one fruit, and films of one tool: their frames are measured apart.
SERIES = ("fruits3", "hardware")


def pictures(*folders):
    return sorted(str(file) for folder in folders for file in pathlib.Path(folder).rglob("*")
                  if file.suffix.lower() in PICTURES)


def copies(file, number, folder):
    """The mild copies of a picture: encoded, resized, cropped by 5 % at a random place."""
    original = Image.open(file)
    profile = original.info.get("icc_profile")
    picture = ImageOps.exif_transpose(original).convert("RGB")
    (w, h), numbers = picture.size, random.Random(number)
    left, top = numbers.randint(0, w - round(w * .95)), numbers.randint(0, h - round(h * .95))
    made = {
        "JPEG 60": (picture, {"quality": 60}), "JPEG 80": (picture, {"quality": 80}),
        "half": (picture.resize((max(w // 2, 1), max(h // 2, 1)), Image.LANCZOS), {"quality": 85}),
        "quarter": (picture.resize((max(w // 4, 1), max(h // 4, 1)), Image.LANCZOS), {"quality": 85}),
        "crop": (picture.crop((left, top, left + round(w * .95), top + round(h * .95))), {"quality": 85}),
        "WebP 75": (picture, {"quality": 75})}
    for kind, (copy, options) in made.items():
        place = folder / kind / f"{number:05}{'.webp' if kind.startswith('WebP') else '.jpg'}"
        place.parent.mkdir(parents=True, exist_ok=True)
        # Without its profile the same numbers are other colors.
        copy.save(place, icc_profile=profile, **options)
        yield str(place), kind


def run(*words):
    """The lines of a run, its seconds, and the largest memory of any run so far in MB."""
    start = time.perf_counter()
    said = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    seconds = time.perf_counter() - start
    return [json.loads(line) for line in said.stdout.splitlines() if line.startswith("{")], seconds, \
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def groups(lines, same="picture"):
    return [[line["kept"]["path"]] + [other["path"] for other in line["others"]]
            for line in lines if line.get("same") == same]


def listed(files, place):
    place.write_text("".join(json.dumps({"path": file}) + "\n" for file in files))
    return place


def mild(magpie, data, work):
    originals = pictures(data / "photos", data / "retrieval")
    origin, kinds = {file: file for file in originals}, {}
    for number, file in enumerate(originals):
        for place, kind in copies(file, number, work / "copies"):
            origin[place], kinds[place] = file, kind
    lines, seconds, _ = run(magpie, "duplicates", "--list", listed(list(origin), work / "mild.txt"), "--json", "-q")
    found = groups(lines)
    home = {file: group[0] for group in found for file in group}
    for group in groups(lines, "bytes"):
        home.update({file: home.get(group[0], group[0]) for file in group})
    print(f"mild copies of {len(originals):,} pictures, {seconds:.0f} s")
    for kind in sorted(set(kinds.values())):
        own = [file for file in kinds if kinds[file] == kind]
        hits = sum(file in home and home[file] == home.get(origin[file]) for file in own)
        print(f"  {kind:10} {100 * hits / len(own):6.2f} % of {len(own):,} found")
    hits = sum(file in home and home[file] == home.get(origin[file]) for file in kinds)
    print(f"  all        {100 * hits / len(kinds):6.2f} % of {len(kinds):,}")
    several = [group for group in found if len({origin[file] for file in group}) > 1]
    print(f"  groups with several originals: {len(several)}")
    return several


def removal(magpie, data, work):
    """Each folder has one picture without loss and one JPEG or WebP."""
    codings = {f"{kind} {quality}": (kind, {"quality": quality})
               for kind, quality in [("jpg", 60), ("jpg", 80), ("jpg", 92), ("jpg", 96), ("webp", 75), ("webp", 90)]}
    changes = {"lighter by 2": lambda picture: picture.point(lambda value: min(255, value + 2)),
               "contrast of 1.03": lambda picture: ImageEnhance.Contrast(picture).enhance(1.03),
               "blur of 0.4": lambda picture: picture.filter(ImageFilter.GaussianBlur(.4)),
               "blur of 0.6": lambda picture: picture.filter(ImageFilter.GaussianBlur(.6))}
    given, seen = {}, {}
    for number, file in enumerate(pictures(data / "photos", data / "retrieval")[::35]):
        picture = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        picture.thumbnail((900, 900))
        tries = [(name, picture, coding) for name, coding in codings.items()]
        tries += [(name, change(picture), codings["jpg 96"]) for name, change in changes.items()]
        for name, kept, (kind, options) in tries:
            folder = work / "removal" / name / f"{number:03}"
            folder.mkdir(parents=True, exist_ok=True)
            kept.save(folder / "kept.png")
            picture.save(folder / f"other.{kind}", **options)
            lines, _, _ = run(magpie, "duplicates", folder, "--json", "-q")
            seen[name] = seen.get(name, 0) + 1
            others = [other for line in lines for other in line.get("others", [])]
            given.setdefault(name, []).extend(other["path"] for other in others if other["removable"])
    for name, count in seen.items():
        print(f"{name:17} {len(given[name]):3} of {count} given up")
    return given


def edits(magpie, data, work):
    """Each list has one edited picture and one copy of the picture without the edit, of every sixth picture."""
    originals = pictures(data / "photos", data / "retrieval")[::6]
    joined = {}
    for share in (10, 20):
        edited, kinds = {}, {}
        for number, file in enumerate(originals):
            picture = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
            (w, h), numbers = picture.size, random.Random(number)
            for place, kind in copies(file, number, work / "unedited"):
                kinds.setdefault(kind, []).append(place)
            x, y = numbers.randint(w // 8, w * 3 // 4), numbers.randint(h // 8, h * 3 // 4)
            color = (0, 0, 0) if sum(picture.getpixel((x, y))) > 383 else (255, 255, 255)
            font = ImageFont.load_default(max(min(w, h) // share, 6))
            ImageDraw.Draw(picture).text((x, y), str(numbers.randint(0, 9)), fill=color, font=font)
            place = work / f"edited{share}" / f"{number:05}.jpg"
            place.parent.mkdir(exist_ok=True)
            picture.save(place, quality=92)
            edited[str(place)] = number
        for kind, others in sorted(kinds.items()):
            files = listed(list(edited) + others, work / "list.txt")
            lines, _, _ = run(magpie, "duplicates", "--list", files, "--json", "-q")
            wrong = [group for group in groups(lines) if any(file in edited for file in group)]
            joined[f"1/{share} {kind}"] = wrong
            print(f"digit of 1/{share} of the shorter side, {kind}: {len(wrong)} of {len(edited)} joined")
    return joined


def distinct(magpie, data, work):
    seen, more = {}, pictures(data / "training-more")
    plain = [file for file in more if not any(f"/{name}/" in file for name in SERIES)]
    chosen = sorted(random.Random(1).sample(plain, 10_000))
    for name, files in [("10,000 look-alikes", chosen)] + [
            (name, [file for file in more if f"/{name}/" in file]) for name in SERIES]:
        lines, seconds, _ = run(magpie, "duplicates", "--list", listed(files, work / "list.txt"), "--json", "-q")
        seen[name] = groups(lines)
        print(f"{name}: {len(files):,} pictures, {len(seen[name])} groups of the same picture, "
              f"{len(groups(lines, 'bytes'))} of the same bytes, {seconds:.0f} s")
    return seen


def whole(magpie, data, work):
    everything = pictures(data / "training", data / "training-more")
    listed(everything, work / "all.txt")
    _, index, _ = run(magpie, "index", "--list", work / "all.txt", "--store", work / "all.magpie", "--no-learning",
                      "-q", "--json")
    lines, seconds, memory = run(magpie, "duplicates", "--list", work / "all.txt", "--json", "-q")
    _, stored, _ = run(magpie, "duplicates", "--list", work / "all.txt", "--store", work / "all.magpie", "--json", "-q")
    print(f"{len(everything):,} pictures: index {index:.0f} s; duplicates {seconds:.0f} s, {memory} MB of memory; "
          f"with the store {stored:.0f} s; {len(groups(lines))} groups")
    return groups(lines)


PARTS = {"copies": mild, "removal": removal, "edits": edits, "distinct": distinct, "whole": whole}


def main(magpie, data, work=None, *parts):
    work = pathlib.Path(work or tempfile.mkdtemp(prefix="magpie-duplicates-"))
    work.mkdir(parents=True, exist_ok=True)
    for part in parts or PARTS:
        found = PARTS[part](magpie, pathlib.Path(data), work)
        (work / f"{part}.json").write_text(json.dumps(found, indent=1))
        sys.stdout.flush()
    print(f"the groups are in {work}")


if __name__ == "__main__":
    main(*sys.argv[1:])
