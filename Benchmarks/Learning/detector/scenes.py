"""Scenes composed of cut-out objects on varied grounds, with the box of each object that can be seen."""

import io

import numpy as np
from PIL import Image, ImageFilter
from scipy import ndimage

SIDE = 224
MOST = 14


class Composer:
    """Draws scenes of SIDE x SIDE pixels: the picture, boxes as left, top, right, bottom in 0...1, and which count."""

    def __init__(self, cuts, photos, seed):
        self.cuts, self.photos = cuts, photos
        self.random = np.random.default_rng(seed)

    def chance(self, share):
        return self.random.random() < share

    def pick(self, items):
        return items[self.random.integers(len(items))]

    def uniform(self, low, high):
        return low + (high - low) * self.random.random()

    def window(self, picture, share):
        """A random part of a picture, of at least `share` of its sides, brought to the size of a scene."""
        w, h = picture.size
        cw, ch = w * self.uniform(share, 1), h * self.uniform(share, 1)
        left, top = self.uniform(0, w - cw), self.uniform(0, h - ch)
        out = picture.resize((SIDE, SIDE), Image.BILINEAR, (left, top, left + cw, top + ch), reducing_gap=2)
        return out.transpose(Image.FLIP_LEFT_RIGHT) if self.chance(0.5) else out

    def color(self):
        if self.chance(0.3):
            return np.full(3, self.uniform(0, 255)) + self.random.normal(0, 8, 3)
        return self.random.uniform(0, 255, 3)

    def noise(self):
        """A procedural texture: noise of one or more scales between two colors."""
        total = np.zeros((SIDE, SIDE), np.float32)
        for _ in range(self.random.integers(1, 4)):
            n, m = (int(2 ** self.uniform(1, 7)) for _ in range(2))
            layer = Image.fromarray(self.random.random((n, m), dtype=np.float32)).resize((SIDE, SIDE), Image.BICUBIC)
            total += np.asarray(layer) * self.uniform(0.3, 1)
        if self.chance(0.3):
            yy, xx = np.mgrid[0:SIDE, 0:SIDE]
            angle, period = self.uniform(0, np.pi), self.uniform(6, 50)
            stripe = np.sin((xx * np.cos(angle) + yy * np.sin(angle)) * 2 * np.pi / period)
            total += (stripe > 0) * 0.5 if self.chance(0.5) else stripe * 0.3
        total = (total - total.min()) / max(np.ptp(total), 1e-3)
        a, b = self.color(), self.color()
        b = a + (b - a) * self.uniform(0.1, 1)
        return Image.fromarray(np.clip(a + (b - a) * total[..., None], 0, 255).astype(np.uint8))

    def split(self):
        """Two grounds that meet at a line: floor and wall, table and room."""
        out, other = self.ground(False), self.ground(False)
        at, slope = self.uniform(0.2, 0.8) * SIDE, self.random.normal(0, 0.15)
        yy, xx = np.mgrid[0:SIDE, 0:SIDE]
        line = (yy if self.chance(0.75) else xx) - at - slope * (xx - SIDE / 2)
        mask = Image.fromarray((np.clip(line / self.uniform(0.5, 8) + 0.5, 0, 1) * 255).astype(np.uint8))
        out.paste(other, (0, 0), mask)
        return out

    def ground(self, deep=True):
        roll = self.random.random()
        if roll < 0.06:
            value = 255 if self.chance(0.6) else int(self.uniform(225, 255))
            return Image.new("RGB", (SIDE, SIDE), (value, value, value))
        if roll < 0.12:
            return Image.new("RGB", (SIDE, SIDE), tuple(int(v) for v in self.random.uniform(0, 255, 3)))
        if roll < 0.16:
            corner = np.clip(np.stack([self.color() for _ in range(4)]), 0, 255).reshape(2, 2, 3)
            corner = corner.mean((0, 1)) + (corner - corner.mean((0, 1))) * self.uniform(0.1, 1)
            return Image.fromarray(corner.astype(np.uint8)).resize((SIDE, SIDE), Image.BILINEAR)
        if roll < 0.23:
            return self.noise()
        if roll < 0.35 and deep:
            return self.split()
        if roll < 0.58:
            return self.window(Image.fromarray(self.pick(self.cuts["grounds"])), 0.4)
        if roll < 0.67:
            out = self.window(Image.fromarray(self.pick(self.cuts["stuff"])), 0.3)
            return out.filter(ImageFilter.GaussianBlur(self.uniform(1.5, 7)))
        if roll < 0.71:
            out = self.window(Image.fromarray(self.pick(self.cuts["scenes"])[0]), 0.2)
            return out.filter(ImageFilter.GaussianBlur(self.uniform(8, 25)))
        out = self.window(self.pick(self.photos), self.pick([0.04, 0.1, 0.25, 0.5, 0.7]))
        return out.filter(ImageFilter.GaussianBlur(self.uniform(1, 6))) if self.chance(0.3) else out

    def person(self):
        """A rough figure: a face over a top over trousers, for what clothes and faces look like together."""
        figure = Image.new("RGBA", (120, 300))
        middle, bottom = 60, 48
        top = Image.fromarray(self.pick(self.cuts["tops"])).resize(
            (int(self.uniform(70, 118)), int(self.uniform(85, 130))), Image.BILINEAR)
        face = Image.fromarray(self.pick(self.cuts["faces"])).resize(
            (int(self.uniform(34, 46)), int(self.uniform(46, 60))), Image.BILINEAR)
        low = bottom + top.height
        if self.chance(0.7):
            legs = Image.fromarray(self.pick(self.cuts["legs"])).resize(
                (int(self.uniform(50, 80)), int(self.uniform(80, 145))), Image.BILINEAR)
            figure.paste(legs, (middle - legs.width // 2, low - 14), legs)
        figure.paste(top, (middle - top.width // 2, bottom - 4), top)
        figure.paste(face, (middle - face.width // 2, max(0, bottom + 4 - face.height)), face)
        return figure.crop(figure.getbbox())

    def patch(self):
        """A part of a picture with a round or straight outline: plates, signs, screens, fruit."""
        piece = self.window(Image.fromarray(self.pick(self.cuts["stuff"])), 0.2).resize((128, 128), Image.BILINEAR)
        yy, xx = np.mgrid[-1:1:128j, -1:1:128j]
        power = self.pick([2, 2, 4, 20])
        inside = np.abs(xx) ** power + np.abs(yy) ** power < 0.97
        piece.putalpha(Image.fromarray((inside * 255).astype(np.uint8)))
        return piece

    def piece(self):
        roll = self.random.random()
        if roll < 0.15:
            out = self.person()
        elif roll < 0.22:
            out = self.patch()
        elif roll < 0.26:
            rgb, _ = self.pick(self.cuts["scenes"])
            out = Image.fromarray(rgb).convert("RGBA")
        else:
            out = Image.fromarray(self.pick(self.cuts["objects"]))
        if self.chance(0.5):
            out = out.transpose(Image.FLIP_LEFT_RIGHT)
        if self.chance(0.35):
            angle = self.random.normal(0, 12) if self.chance(0.8) else self.uniform(0, 360)
            out = out.rotate(angle, Image.BILINEAR, expand=True)
            out = out.crop(out.getbbox())
        return out

    def tint(self, rgba, gray):
        """Light and color of its own for each object."""
        x = np.asarray(rgba).astype(np.float32)
        alpha = x[..., 3:]
        x = x[..., :3] * np.exp(self.random.normal(0, 0.12)) * np.exp(self.random.normal(0, 0.05, 3))
        if gray or self.chance(0.05):
            x = np.repeat(x.mean(2, keepdims=True), 3, 2)
        elif self.chance(0.15):
            x = x[..., self.random.permutation(3)]
        return Image.fromarray(np.concatenate([np.clip(x, 0, 255), alpha], 2).astype(np.uint8))

    def shade(self, scene, alpha, left, top):
        reach = self.uniform(1, 6)
        shadow = alpha.filter(ImageFilter.GaussianBlur(reach)).point(lambda v, k=self.uniform(0.1, 0.5): int(v * k))
        scene.paste((0, 0, 0), (left + int(self.random.normal(0, 4)), top + int(self.uniform(0, 7))), shadow)

    def frame(self, scene, place):
        """Puts a whole picture of one known thing into `place` (left, top, right, bottom) of the scene; its box."""
        rgb, box = self.pick(self.cuts["scenes"])
        h, w = rgb.shape[:2]
        left, top, right, bottom = place
        pw, ph = right - left, bottom - top
        picture = Image.fromarray(rgb).resize((pw, ph), Image.BICUBIC)
        x0, y0, x1, y1 = np.array(box) / (w, h, w, h)
        if self.chance(0.5):
            picture, x0, x1 = picture.transpose(Image.FLIP_LEFT_RIGHT), 1 - x1, 1 - x0
        soft, edge = Image.new("L", (pw, ph)), self.pick([0, 0, 4, 12])
        soft.paste(255, (0 if left == 0 else edge, 0 if top == 0 else edge,
                         pw if right == SIDE else pw - edge, ph if bottom == SIDE else ph - edge))
        if edge:
            soft = soft.filter(ImageFilter.GaussianBlur(edge / 2))
        scene.paste(picture, (left, top), soft)
        return [int(round(v)) for v in (left + x0 * pw, top + y0 * ph, left + x1 * pw, top + y1 * ph)]

    def places(self):
        """Where whole pictures go: the whole scene, a part of it, or parts side by side."""
        roll = self.random.random()
        if roll < 0.35:
            return [(0, 0, SIDE, SIDE)]
        if roll < 0.6:
            w, h = (int(SIDE * self.uniform(0.4, 1)) for _ in range(2))
            left, top = self.random.integers(SIDE - w + 1), self.random.integers(SIDE - h + 1)
            return [(left, top, left + w, top + h)]
        x, y = (int(SIDE * self.uniform(0.35, 0.65)) for _ in range(2))
        if roll < 0.72:
            return [(0, 0, x, SIDE), (x, 0, SIDE, SIDE)]
        if roll < 0.82:
            return [(0, 0, SIDE, y), (0, y, SIDE, SIDE)]
        return [(0, 0, x, y), (x, 0, SIDE, y), (0, y, x, SIDE), (x, y, SIDE, SIDE)]

    def finish(self, scene, gray):
        """The camera and the file: sharpness, noise, compression."""
        if gray:
            scene = scene.convert("L").convert("RGB")
        roll = self.random.random()
        if roll < 0.35:
            scene = scene.filter(ImageFilter.UnsharpMask(self.uniform(0.8, 2), int(self.uniform(40, 160)), 0))
        elif roll < 0.5:
            scene = scene.filter(ImageFilter.BoxBlur(self.uniform(0.3, 1.2)))
        if self.chance(0.3):
            noise = self.random.integers(-12, 13, (SIDE, SIDE, 3), np.int16) * self.uniform(0.2, 1)
            scene = Image.fromarray(np.clip(np.asarray(scene) + noise, 0, 255).astype(np.uint8))
        if self.chance(0.3):
            file = io.BytesIO()
            scene.save(file, "JPEG", quality=int(self.uniform(30, 85)))
            scene = Image.open(file)
        return scene

    def scene(self):
        boxes, counted = [], []
        marks = np.zeros((SIDE, SIDE), np.uint8)
        areas = []
        scene = self.ground()
        framed = self.chance(0.3)
        for place in self.places() if framed else []:
            left, top, right, bottom = self.frame(scene, place)
            areas.append((right - left) * (bottom - top))
            marks[top:bottom, left:right] = len(areas)
        known = {index: at for index, at in enumerate(ndimage.find_objects(marks))}
        gray = self.chance(0.04)
        crowd = self.random.random()
        count = 0 if crowd < 0.02 else self.random.integers(1, 6) if crowd < 0.8 else self.random.integers(5, MOST)
        if framed:
            count = 0 if self.chance(0.65) else self.random.integers(1, 3)
        # Catalog pages keep things apart and whole; rooms and streets do not.
        apart = self.chance(0.45)
        large = self.uniform(0.16, 0.5) if apart or framed else self.uniform(0.2, 1.0)
        shadows = self.chance(0.4)
        alike = self.piece() if self.chance(0.15) else None
        taken = []
        for _ in range(count):
            piece = self.piece() if alike is None else alike
            size = large * np.exp(self.random.normal(0, 0.4)) if not apart else large * self.uniform(0.6, 1.2)
            size = min(max(size, 0.09), 1.3) * SIDE
            aspect = np.exp(self.random.normal(0, 0.12)) * np.sqrt(piece.width / piece.height)
            w, h = max(6, int(size * aspect * 0.8)), max(6, int(size / aspect * 0.8))
            if max(w, h) > 1.3 * SIDE:
                continue
            for _ in range(8):
                if apart:
                    left = int(self.uniform(0, max(1, SIDE - w)))
                    top = int(self.uniform(0, max(1, SIDE - h)))
                    if all(left > r or left + w < l or top > b or top + h < t for l, t, r, b in taken):
                        break
                else:
                    left = int(self.uniform(-0.35 * w, SIDE - 0.65 * w))
                    top = int(self.uniform(-0.35 * h, SIDE - 0.65 * h))
                    break
            else:
                continue
            if len(areas) >= MOST:
                break
            taken.append((left, top, left + w, top + h))
            small = self.tint(piece.resize((w, h), Image.BILINEAR, reducing_gap=2), gray)
            alpha = small.getchannel("A")
            if shadows:
                self.shade(scene, alpha, left, top)
            scene.paste(small, (left, top), alpha)
            solid = np.asarray(alpha) > 100
            areas.append(int(solid.sum()))
            x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, SIDE), min(top + h, SIDE)
            marks[y0:y1, x0:x1][solid[y0 - top:y1 - top, x0 - left:x1 - left]] = len(areas)
        seen = np.bincount(marks.ravel(), minlength=len(areas) + 1)
        for index, at in enumerate(ndimage.find_objects(marks, len(areas))):
            # The object of a whole picture keeps its box under what lies on top: its outline is not known.
            at = known.get(index, at) if at is not None else None
            if at is None or seen[index + 1] < 12:
                continue
            boxes.append((at[1].start, at[0].start, at[1].stop, at[0].stop))
            counted.append(seen[index + 1] > 0.28 * areas[index])
        boxes = np.array(boxes, np.float32).reshape(-1, 4) / SIDE
        return np.asarray(self.finish(scene, gray)), boxes, np.array(counted, bool)


def compose(cuts, photos, count, seed):
    """`count` scenes: pictures, boxes (count, MOST, 4), states (1 counted, 0 neither object nor ground, -1 none)."""
    composer = Composer(cuts, photos, seed)
    pictures = np.empty((count, SIDE, SIDE, 3), np.uint8)
    boxes, states = np.zeros((count, MOST, 4), np.float32), np.full((count, MOST), -1, np.int8)
    for index in range(count):
        pictures[index], found, counted = composer.scene()
        boxes[index, :len(found)], states[index, :len(found)] = found, counted
    return pictures, boxes, states
