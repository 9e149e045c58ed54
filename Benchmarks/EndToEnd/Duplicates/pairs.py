"""Counts files that would be removed although they differ: python pairs.py MAGPIE [DATA [WORK [COUNT]]]

Draws COUNT pairs, 10,000 by default, of pictures that a removal must keep apart, of ten kinds, in codings and sizes that
take turns; needs Pillow and NumPy. DATA, the folder of the shared data, gives windows of real photos and products; without it
those are drawn as well. Twelve pairs of a kind are searched together, so that all are compared with all. No file may be
proposed for removal; those that would be are listed in WORK/joined.json."""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageDraw, ImageFont

WORDS = ("invoice amount total date due customer number street order payment account bank item price quantity tax net gross "
         "terms delivery paid open balance contract service monthly fee unit city country phone mail").split()
# Each pair is coded one of these ways: format, options and the size of the second picture.
CODINGS = [("png", {}, "png", {}, 1), ("jpg", {"quality": 90}, "jpg", {"quality": 90}, 1),
           ("png", {}, "jpg", {"quality": 80}, 1), ("jpg", {"quality": 85}, "jpg", {"quality": 60}, 1),
           ("png", {}, "webp", {"quality": 80}, 1), ("jpg", {"quality": 95}, "jpg", {"quality": 85}, .5),
           ("png", {}, "jpg", {"quality": 75}, .75), ("jpg", {"quality": 75}, "jpg", {"quality": 75}, 1)]
GROUP = 12
fonts = {}


def font(size):
    return fonts.setdefault(size, ImageFont.load_default(size))


def words(numbers, count):
    return " ".join(numbers.choice(WORDS) for _ in range(count))


def another(digit, numbers):
    return numbers.choice([other for other in "0123456789" if other != digit])


def two(numbers, length):
    """Two numbers that differ in one digit."""
    text = "".join(numbers.choice("0123456789") for _ in range(length))
    place = numbers.randrange(length)
    return text, text[:place] + another(text[place], numbers) + text[place + 1:]


def noise(picture, strength, seed):
    values = numpy.asarray(picture).astype(numpy.float32)
    values += numpy.random.default_rng(seed).normal(0, strength, values.shape)
    return Image.fromarray(values.clip(0, 255).astype("uint8"))


def clouds(seed, w, h):
    made = numpy.random.default_rng(seed)
    down = numpy.linspace(0, 1, h)[:, None, None]
    field = numpy.array([90, 140, 215]) + down * numpy.array([90, 70, 25]) + numpy.zeros((h, w, 3))
    rough = made.normal(0, 1, (max(h // 50, 3), max(w // 50, 3))) * 40 + 128
    cloud = Image.fromarray(rough.clip(0, 255).astype("uint8")).resize((w, h), Image.BICUBIC)
    return Image.fromarray((field + numpy.asarray(cloud).astype(float)[..., None] * .9 - 115).clip(0, 255).astype("uint8"))


class Maker:
    def __init__(self, data):
        found = []
        if data:
            for name in ("photos", "retrieval"):
                found += sorted(p for p in pathlib.Path(data, name).rglob("*") if p.suffix in (".jpg", ".jpeg"))
        self.photos, self.opened = found, {}

    def scene(self, numbers, w, h):
        """A window of a real photo, or drawn shapes on clouds."""
        if self.photos:
            file = numbers.choice(self.photos)
            if file not in self.opened:
                if len(self.opened) > 60:
                    self.opened.clear()
                picture = Image.open(file).convert("RGB")
                picture.thumbnail((1600, 1600))
                self.opened[file] = picture
            picture = self.opened[file]
            scale = max(w / picture.width, h / picture.height, numbers.uniform(.6, 1))
            picture = picture.resize((max(w, round(picture.width * scale)), max(h, round(picture.height * scale))))
            x, y = numbers.randint(0, picture.width - w), numbers.randint(0, picture.height - h)
            return picture.crop((x, y, x + w, y + h))
        picture = clouds(numbers.randrange(1 << 30), w, h)
        draw = ImageDraw.Draw(picture)
        for _ in range(60):
            x, y, s = numbers.randrange(w), numbers.randrange(h), numbers.randrange(8, 90)
            shape = draw.ellipse if numbers.random() < .5 else draw.rectangle
            shape([x, y, x + s, y + s], fill=tuple(numbers.randrange(256) for _ in range(3)))
        return picture

    def form(self, numbers):
        w, h = 620, 877
        size, rows = numbers.choice([10, 12, 15, 18]), 16
        changed, lines = numbers.randrange(rows), []
        first, second = two(numbers, numbers.choice([3, 5, 8]))
        for row in range(rows):
            lines.append((words(numbers, 1).title(), words(numbers, 2), str(numbers.randrange(10, 99999))))
        strength, seed = numbers.choice([0, 0, 2, 4]), numbers.randrange(1 << 30)
        made = []
        for value in (first, second):
            picture = Image.new("RGB", (w, h), numbers.choice([(255, 255, 255)]))
            draw = ImageDraw.Draw(picture)
            draw.text((180, 24), "FORM 12-B", font=font(24), fill=(20, 40, 90))
            for row, (name, text, number) in enumerate(lines):
                y = 80 + 48 * row
                draw.rectangle([150, y - 6, 590, y + 28], outline=(60, 60, 60))
                draw.text((30, y), name, font=font(size), fill=(0, 0, 0))
                draw.text((160, y), text + "  " + (value if row == changed else number), font=font(size), fill=(20, 20, 120))
            made.append(noise(picture, strength, seed) if strength else picture)
        return made

    def screen(self, numbers):
        w, h = numbers.choice([(800, 500), (540, 900)])
        dark, size = numbers.random() < .5, numbers.choice([9, 11, 13, 16, 24])
        back, ink = ((24, 26, 30), (225, 225, 225)) if dark else ((246, 247, 249), (30, 30, 30))
        first, second = two(numbers, numbers.choice([1, 2, 4]))
        rows = (h - 70) // (size + 12)
        changed = numbers.randrange(rows)
        lines = [(words(numbers, 4), f"{numbers.randrange(10, 999)}.{numbers.randrange(10, 99)}") for _ in range(rows)]
        made = []
        for value in (first, second):
            picture = Image.new("RGB", (w, h), back)
            draw = ImageDraw.Draw(picture)
            draw.rectangle([0, 0, w, 40], fill=(40, 80, 160))
            draw.text((12, 8), "Overview", font=font(18), fill=(255, 255, 255))
            for row, (text, number) in enumerate(lines):
                y = 54 + (size + 12) * row
                draw.text((14, y), text, font=font(size), fill=ink)
                draw.text((w - 8 * size, y), value if row == changed else number, font=font(size), fill=ink)
            made.append(picture)
        return made

    def product(self, numbers):
        side = numbers.choice([400, 600, 800])
        inside = self.scene(numbers, side * 2 // 3, side * 2 // 3)
        first, second = two(numbers, 5) if numbers.random() < .5 else ("500 ml", "250 ml")
        made, size = [], max(12, side // numbers.choice([18, 25, 35]))
        for text in (first, second):
            picture = Image.new("RGB", (side, side), (255, 255, 255))
            picture.paste(inside, (side // 6, side // 12))
            ImageDraw.Draw(picture).text((side // 6, side * 5 // 6), text, font=font(size), fill=(50, 50, 50))
            made.append(picture)
        return made

    def plate(self, numbers):
        picture = self.scene(numbers, 800, 600)
        size = numbers.choice([12, 16, 22])
        x, y = numbers.randint(50, 600), numbers.randint(50, 500)
        made = []
        stamp = numbers.random() < .5
        for text in two(numbers, 6):
            one = picture.copy()
            draw = ImageDraw.Draw(one)
            if not stamp:
                draw.rectangle([x - 4, y - 2, x + size * 5, y + size + 6], fill=(240, 240, 200))
            draw.text((x, y), text, font=font(size), fill=(255, 150, 40) if stamp else (10, 10, 10))
            made.append(one)
        return made

    def burst(self, numbers):
        picture = self.scene(numbers, 800, 600)
        size, color = numbers.choice([8, 14, 24]), tuple(numbers.choice([15, 235]) for _ in range(3))
        made = []
        for step in (0, numbers.choice([30, 90, 300])):
            one = picture.copy()
            x, y = 100 + step, numbers.randint(100, 500)
            ImageDraw.Draw(one).ellipse([x, y, x + size, y + size * 2 // 3], fill=color)
            made.append(noise(one, 1.5, numbers.randrange(1 << 30)))
        return made

    def sky(self, numbers):
        picture = clouds(numbers.randrange(1 << 30), 900, 675)
        size, made = numbers.choice([8, 14, 30]), []
        for number in range(2):
            one = picture.copy()
            if number or numbers.random() < .6:
                x, y = numbers.randint(60, 800), numbers.randint(60, 600)
                ImageDraw.Draw(one).polygon(
                    [(x, y), (x + size // 2, y - size // 4), (x + size, y), (x + size // 2, y + size // 6)], fill=(20, 20, 25))
            made.append(noise(one, 1.5, numbers.randrange(1 << 30)))
        return made

    def night(self, numbers):
        w, h, seed = 900, 600, numbers.randrange(1 << 30)
        made, far = [], numbers.choice([120, 400])
        for shift in (0, far):
            one, stars = Image.new("RGB", (w, h), (9, 9, 11)), random.Random(seed)
            draw = ImageDraw.Draw(one)
            for _ in range(150):
                x, y, m, s = stars.randrange(w), stars.randrange(h), stars.randrange(80, 255), stars.choice([1, 1, 2])
                draw.ellipse([x, y, x + s, y + s], fill=(m, m, m))
            draw.polygon([(0, h), (0, h * 4 // 5), (300, h * 2 // 3), (w, h * 3 // 4), (w, h)], fill=(3, 3, 4))
            draw.ellipse([380, 100, 440, 160], fill=(230, 230, 210))
            draw.line([100 + shift, 260, 160 + shift, 280], fill=(230, 230, 230), width=2)
            made.append(noise(one, 1, seed))
        return made

    def overlap(self, numbers):
        w, h = 700, 520
        x, y = numbers.choice([(3, 0), (0, 3), (8, 8), (20, 0), (40, 20), (70, 50), (105, 42)])
        whole = self.scene(numbers, w + x, h + y)
        turned = numbers.random() < .5
        return [whole.crop((0, y if turned else 0, w, h + (y if turned else 0))),
                whole.crop((x, 0 if turned else y, w + x, h + (0 if turned else y)))]

    def plain(self, numbers):
        w, h = numbers.choice([(600, 400), (500, 800)])
        color = numbers.choice([(255, 255, 255), (250, 250, 246), (30, 32, 38), (70, 110, 160)])
        ink = (20, 20, 20) if sum(color) > 380 else (235, 235, 235)
        made, size = [], numbers.choice([14, 24, 48])
        title = words(numbers, 2).title()
        for text in two(numbers, numbers.choice([1, 2, 4])):
            one = Image.new("RGB", (w, h), color)
            draw = ImageDraw.Draw(one)
            draw.text((40, h // 3), title, font=font(size), fill=ink)
            draw.text((40, h // 2), text, font=font(size), fill=ink)
            made.append(one)
        return made

    def receipt(self, numbers):
        size = numbers.choice([12, 15])
        lines = [f"{words(numbers, 2)}  {numbers.randrange(1, 9)}.{numbers.randrange(10, 99)}" for _ in range(22)]
        first, second = two(numbers, 4)
        made, strength, place = [], numbers.choice([0, 3]), numbers.randrange(22)
        for value in (first, second):
            one = Image.new("RGB", (320, 700), (252, 251, 247))
            draw = ImageDraw.Draw(one)
            for row, line in enumerate(lines):
                text = f"TOTAL  {value[:2]}.{value[2:]}" if row == place else line
                draw.text((20, 30 + 28 * row), text, font=font(size), fill=(40, 40, 40))
            made.append(noise(one, strength, numbers.randrange(1 << 30)) if strength else one)
        return made


KINDS = ["form", "screen", "product", "plate", "burst", "sky", "night", "overlap", "plain", "receipt"]


def save(pair, number, folder):
    kind, options, other, others, scale = CODINGS[number // GROUP % len(CODINGS)]
    first, second = pair
    if scale != 1:
        second = second.resize((round(second.width * scale), round(second.height * scale)), Image.LANCZOS)
    folder.mkdir(parents=True, exist_ok=True)
    first.save(folder / f"{number:05}-a.{kind}", **options)
    second.save(folder / f"{number:05}-b.{other}", **others)


def main(magpie, data=None, work=None, count=10_000):
    work = pathlib.Path(work or tempfile.mkdtemp(prefix="magpie-pairs-"))
    maker, seen, joined, near = Maker(data), {}, [], 0
    for start in range(0, int(count), GROUP):
        kind = KINDS[start // GROUP // len(CODINGS) % len(KINDS)]
        folder = work / kind / f"{start:05}"
        for number in range(start, min(start + GROUP, int(count))):
            save(getattr(maker, kind)(random.Random(number)), number, folder)
            seen[kind] = seen.get(kind, 0) + 1
        said = subprocess.run([magpie, "duplicates", str(folder), "--json", "-q"], capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        for line in map(json.loads, said.stdout.splitlines()):
            for other in line.get("others", []):
                near += 1
                # An older magpie proposes all of a group but look-alikes.
                if other.get("removable", line["same"] != "alike"):
                    joined.append([kind, line["kept"]["path"], other["path"]])
        for file in folder.iterdir():
            if not any(str(file) in pair for pair in joined[-2 * GROUP:]):
                file.unlink()
    (work / "joined.json").write_text(json.dumps(joined, indent=1))
    for kind in KINDS:
        print(f"  {kind:8} {seen.get(kind, 0):6,} pairs, {sum(one[0] == kind for one in joined)} files proposed for removal")
    print(f"{sum(seen.values()):,} pairs: {len(joined)} files proposed for removal, {near} shown in a group; see {work}")


if __name__ == "__main__":
    main(*sys.argv[1:])
