// sharp as its documentation recommends: node sharp.mjs one|folder < SPEC, as in_process.py reads it.
import path from "node:path";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

// From the folder in which sharp was installed.
const sharp = createRequire(path.join(process.env.SHARP_HOME, "package.json"))("sharp");
const mode = process.argv[2];

if (mode === "versions") {
  console.log(JSON.stringify(sharp.versions));
} else {
  const spec = JSON.parse(readFileSync(0, "utf8"));
  sharp.cache(false);

  const shrink = (file) => {
    const out = path.join(spec.out, `${path.parse(file).name}.${spec.target}`);
    const small = sharp(file).resize(spec.size, spec.size, { fit: "inside", withoutEnlargement: true });
    const encoded = {
      jpg: () => small.jpeg({ quality: spec.quality }),
      webp: () => small.webp({ quality: spec.quality }),
      png: () => small.png(),
    };
    return encoded[spec.target]().toFile(out);
  };

  const all = async (files, jobs) => {
    const rest = [...files];
    const worker = async () => {
      while (rest.length) await shrink(rest.shift());
    };
    await Promise.all(Array.from({ length: jobs }, worker));
  };

  if (mode === "folder") {
    await all(spec.files, spec.jobs);
  } else {
    await all(spec.files.slice(0, 1), 1);
    const before = process.cpuUsage();
    const begin = performance.now();
    await all(spec.files, 1);
    const used = process.cpuUsage(before);
    console.log(JSON.stringify({ cpu: (used.user + used.system) / 1e6, wall: (performance.now() - begin) / 1e3 }));
  }
}
