// The description of the server, for people: its routes by group, their parameters, and a form to try each.
import { h, byID, announce, coded, plural } from "./dom.js";
import { ask, description, keyKind } from "./api.js";
import { server } from "./address.js";
import { curl } from "./programs.js";

const groups = [
  ["Engine", (path) => path.startsWith("/engine/") || path === "/picture"],
  ["Dynamic Yield", (path) => path.startsWith("/v2/")],
  ["Events", (path) => path.startsWith("/v3/") || path.startsWith("/__")],
  ["Server", (path) => /^\/(healthz|livez|readyz|metrics|openapi\.json|docs|operator)?$/.test(path)],
  ["ViSearch", () => true],
];

/** An example that fits a schema; references are followed to a small depth. */
function example(schema, all, depth = 0) {
  if (!schema || depth > 5) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return example(all[schema.$ref.split("/").pop()], all, depth + 1);
  const choice = schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return example(choice, all, depth + 1);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object": {
      const required = schema.required ?? Object.keys(schema.properties ?? {}).slice(0, 2);
      return Object.fromEntries(required.map((name) => [name, example(schema.properties?.[name], all, depth + 1)]));
    }
    case "array": return schema.items ? [example(schema.items, all, depth + 1)] : [];
    case "integer": case "number": return Math.max(1, schema.minimum > -1e9 ? schema.minimum : 1);
    case "boolean": return true;
    case "string": return "";
    default: return {};
  }
}

const kind = (schema = {}) => schema.$ref?.split("/").pop() ?? schema.type ?? (schema.anyOf || schema.oneOf ? "one of several" : "any");

function table(title, rows) {
  return rows.length > 0 && [h("h3", {}, title), h("table", {}, h("tbody", {}, rows.map(([name, text]) =>
    h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, coded(text))))))];
}

function route(path, methods, all) {
  const [method, operation] = Object.entries(methods).sort(([a]) => (a === "get" ? -1 : 1))[0];
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const parameters = operation.parameters ?? [];
  const members = body?.[0] === "application/json" ? resolved(body[1].schema, all)?.properties ?? {} : {};
  const inner = h("div", { class: "in" });
  const element = h("details", { class: "route", id: path, "data-words": `${path} ${operation.summary}`.toLowerCase() },
    h("summary", {}, h("b", {}, Object.keys(methods).map((each) => each.toUpperCase()).join(" ")), h("code", {}, path), h("span", {}, coded(operation.summary))),
    inner);
  // Most routes are never opened.
  element.addEventListener("toggle", () => {
    if (inner.children.length) return;
    inner.append(...[
      table("Parameters", parameters.map((each) => [each.name, each.description ?? kind(each.schema)])),
      table("Body", Object.entries(members).map(([name, schema]) => [name, schema.description ?? kind(schema)])),
      table("Answers", Object.entries(operation.responses ?? {}).map(([status, each]) => [status, each.description])),
      attempt(path, method, parameters, body, all),
    ].flat().filter(Boolean));
  });
  return element;
}

const resolved = (schema, all) => (schema?.$ref ? all[schema.$ref.split("/").pop()] : schema);

/** The parameters with examples, and those that must be there. */
function exampleQuery(parameters, all) {
  const named = parameters.filter((each) => each.in === "query" && (each.required || each.example !== undefined || each.schema?.example !== undefined));
  if (!named.length) named.push(...parameters.filter((each) => each.in === "query").slice(0, 1));
  return named.map((each) => `${each.name}=${encodeURIComponent(each.example ?? example(each.schema, all) ?? "")}`).join("&");
}

/** The request as a command for a terminal. */
function command(path, method, query, text, body) {
  const call = curl(`${server}${path}${query ? `?${query}` : ""}`, keyKind());
  if (text) return `${call} -H 'Content-Type: application/json' -d '${text.replaceAll("'", "'\\''")}'`;
  if (body?.[0] === "multipart/form-data") return `${call} -F image=@photo.jpg`;
  return method === "get" ? call : `${call} -X ${method.toUpperCase()}`;
}

/** A form that sends the request. */
function attempt(path, method, parameters, body, all) {
  const isJSON = body?.[0] === "application/json";
  const text = isJSON && h("textarea", { spellcheck: "false", "aria-label": `Body of ${path}` });
  if (text) text.value = JSON.stringify(example(body[1].schema, all), null, 2);
  const query = !isJSON && h("input", { "aria-label": `Parameters of ${path}` });
  if (query) query.value = exampleQuery(parameters, all);
  const key = h("input", { type: "password", autocomplete: "off", "aria-label": "Key", placeholder: keyKind() ? "Another key than that of this tab" : "Key, where the server has some" });
  const output = h("pre", { tabindex: "0", role: "region", "aria-label": "Answer", hidden: true });
  const send = async () => {
    output.hidden = false;
    output.textContent = "…";
    const search = new URLSearchParams(query?.value ?? "");
    try {
      const response = await ask(`${path}${search.size ? `?${search}` : ""}`, {
        method: isJSON ? "POST" : method.toUpperCase(), headers: isJSON ? { "Content-Type": "application/json" } : {}, body: text?.value || undefined,
      }, key.value.trim() || undefined);
      const type = response.headers.get("Content-Type") ?? "";
      const held = type.startsWith("image/") ? `${(await response.blob()).size} bytes of ${type}` : await response.text();
      output.textContent = `${response.status}\n${type.includes("json") ? JSON.stringify(JSON.parse(held), null, 2) : held}`;
      announce(`Status ${response.status}`);
    } catch (error) {
      output.textContent = "The server does not answer.";
    }
  };
  return [h("h3", {}, "Example"), h("pre", { tabindex: "0", role: "region", "aria-label": `Example of ${path}` }, command(path, method, query?.value, text?.value, body)),
    h("h3", {}, "Try it"), h("form", { class: "try", on: { submit: (event) => { event.preventDefault(); send(); } } },
    text, query, key, h("button", { class: "button" }, "Send")), output];
}

async function draw() {
  const document = await description();
  const all = document.components?.schemas ?? {};
  byID("about").replaceChildren(...(document.info?.description ?? "").split("\n\n").map((text) => h("p", {}, coded(text))));
  const rest = new Map(Object.entries(document.paths));
  for (const [name, belongs] of groups) {
    // The route that most readers came for is the first one.
    const order = (path) => (path === "/engine/search" ? "" : path);
    const paths = [...rest.keys()].filter(belongs).sort((a, b) => (order(a) < order(b) ? -1 : 1));
    if (!paths.length) continue;
    byID("groups").append(h("section", {}, h("h2", {}, name), paths.map((path) => route(path, rest.get(path), all))));
    for (const path of paths) rest.delete(path);
  }
}

byID("filter").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  const routes = [...document.querySelectorAll(".route")];
  for (const each of routes) each.hidden = !words.every((word) => each.dataset.words.includes(word));
  for (const section of document.querySelectorAll("#groups section")) section.hidden = !section.querySelector(".route:not([hidden])");
  announce(plural(routes.filter((each) => !each.hidden).length, "route"));
});
draw().catch((error) => {
  byID("problem").hidden = false;
  byID("problem").textContent = error.message;
});
