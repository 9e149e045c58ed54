// A catalog as a table, and the pictures that belong to its rows.

const idNames = ["im_name", "id", "item_id", "product_id", "sku"];
const fileNames = ["file", "filename", "path", "image", "image_path", "source", "im_url", "image_url", "url"];

/** The cells of a CSV text: quoted as RFC 4180 says, divided by what the first line has most of. */
export function cells(text) {
  const head = text.split(/\r?\n/, 1)[0];
  const comma = [",", ";", "\t"].sort((a, b) => head.split(b).length - head.split(a).length)[0];
  const rows = [];
  let [row, cell, isQuoted] = [[], "", false];
  const endCell = () => { row.push(cell); cell = ""; };
  const endRow = () => { endCell(); if (row.length > 1 || row[0] !== "") rows.push(row); row = []; };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') { cell += '"'; at += 1; }
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === comma) endCell();
    else if (sign === "\n" || sign === "\r") { if (!(sign === "\r" && text[at + 1] === "\n")) endRow(); }
    else cell += sign;
  }
  if (isQuoted) throw new Error("a quoted cell has no end");
  if (cell !== "" || row.length) endRow();
  return rows;
}

/** The rows of a table: { id, file, values }. Throws an `Error` for what is no table. */
export function table(text) {
  const [head = [], ...rows] = cells(text);
  const columns = head.map((name) => name.trim());
  if (!columns.length) throw new Error("there is no line with column names");
  const column = (names) => columns.findIndex((each) => each.toLowerCase() === names.find((name) => columns.some((other) => other.toLowerCase() === name)));
  const [id, file] = [column(idNames), column(fileNames)];
  if (id < 0 && file < 0) throw new Error(`no column names the item or its picture; one must be ${idNames.join(", ")} or ${fileNames.join(", ")}`);
  return rows.map((row, index) => {
    if (row.length > columns.length) throw new Error(`row ${index + 2} has ${row.length} cells for ${columns.length} columns`);
    const values = {};
    row.forEach((cell, place) => { if (place !== id && place !== file && cell !== "") values[columns[place]] = cell; });
    return { id: row[id] ?? "", file: row[file] ?? "", values };
  });
}

const base = (path) => path.split(/[\\/]/).pop();
const stem = (path) => base(path).replace(/\.[^.]*$/, "");
/** The id of a file without one of its own: the server takes no blanks. */
const named = (path) => stem(path).replace(/\s+/g, "-");
const isTable = (file) => /\.(csv|tsv|txt)$/i.test(file.name) || file.type === "text/csv";
const isPicture = (file) => file.type.startsWith("image/") || /\.(jpe?g|png|webp|gif|tiff?|avif|hei[cf]|svg)$/i.test(file.name);

/**
 * Joins pictures with the rows of tables, by the file that a row names or by its id.
 *
 * @returns {entries, lone, others}: items to insert, how many of them have no row, and the names of files that are neither.
 */
export async function plan(files) {
  const pictures = new Map();
  const others = [];
  const rows = [];
  for (const file of files) {
    if (isTable(file)) {
      try {
        rows.push(...table(await file.text()));
      } catch (error) {
        throw new Error(`${file.name}: ${error.message}.`);
      }
    } else if (isPicture(file)) pictures.set(file.name.toLowerCase(), file);
    else others.push(file.name);
  }
  const byStem = new Map([...pictures].map(([name]) => [stem(name), name]));
  const used = new Set();
  const entries = rows.map((row) => {
    const isURL = /^https?:\/\//i.test(row.file);
    const name = isURL || !row.file ? byStem.get(row.id.toLowerCase()) : base(row.file).toLowerCase();
    const picture = pictures.get(name) ?? null;
    if (picture) used.add(name);
    return { id: row.id || named(row.file), values: row.values, picture, url: !picture && isURL ? row.file : null };
  });
  const alone = [...pictures].filter(([name]) => !used.has(name)).map(([, file]) => ({ id: named(file.name), values: {}, picture: file, url: null }));
  return { entries: [...entries, ...alone], lone: alone.length, others };
}
