import { make } from "./elements.js";

/**
 * Draws a ThumbHash: a header of means and scales, then four bits for each cosine term of lightness (L), yellow against
 * blue (P), red against green (Q) and, if there is any, opacity (A). Returns null for bytes that are none.
 */
export function thumbHashCanvas(hash, ratio) {
  let bit = 0;
  // The lowest bits come first. Bits after the end are 0.
  const take = (count) => {
    let value = 0;
    for (let i = 0; i < count; i++, bit++) value |= ((hash[bit >> 3] >> (bit & 7)) & 1) << i;
    return value;
  };
  if (hash.length < 5) return null;
  const means = { L: take(6) / 63, P: take(6) / 31.5 - 1, Q: take(6) / 31.5 - 1, A: 1 };
  const scales = { L: take(5) / 31 };
  const hasAlpha = take(1) === 1, fewer = take(3), most = hasAlpha ? 5 : 7;
  // Color is drawn a little stronger than it was stored: coarse terms wash it out.
  scales.P = take(6) / 63 * 1.25;
  scales.Q = take(6) / 63 * 1.25;
  const isLandscape = take(1) === 1;
  if (hasAlpha) [means.A, scales.A] = [take(4) / 15, take(4) / 15];

  const planes = [["L", Math.max(3, isLandscape ? most : fewer), Math.max(3, isLandscape ? fewer : most)], ["P", 3, 3], ["Q", 3, 3]];
  if (hasAlpha) planes.push(["A", 5, 5]);
  const terms = [];
  for (const [plane, columns, rows] of planes) {
    for (let row = 0; row < rows; row++) {
      for (let column = row === 0 ? 1 : 0; column * rows < columns * (rows - row); column++) {
        terms.push({ plane, column, row, value: 2 * (take(4) / 7.5 - 1) * scales[plane] });
      }
    }
  }
  if (bit > hash.length * 8) return null;

  const width = Math.max(1, Math.round(ratio > 1 ? 32 : 32 * ratio)), height = Math.max(1, Math.round(ratio > 1 ? 32 / ratio : 32));
  const wave = (term, at, length) => Math.cos(Math.PI * term * (at + 0.5) / length);
  const image = new ImageData(width, height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const at = { ...means };
      for (const { plane, column, row, value } of terms) at[plane] += value * wave(column, x, width) * wave(row, y, height);
      const blue = at.L - at.P * 2 / 3, red = (3 * at.L - blue + at.Q) / 2, green = red - at.Q;
      // The array of the pixels rounds and keeps to 0 to 255.
      image.data.set([red * 255, green * 255, blue * 255, at.A * 255], to);
    }
  }
  const canvas = make("canvas", { width, height });
  canvas.setAttribute("aria-hidden", "true");
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
