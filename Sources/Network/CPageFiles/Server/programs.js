// The request of a page as programs send it. A key is a variable of the environment: it stands in no copied text.

/** A call of curl, up to its body. `kind` is that of the key: "pair", "key", or "" without one. */
export function curl(address, kind) {
  if (kind === "pair") return `curl -s -u "$MAGPIE_ACCESS:$MAGPIE_SECRET" '${address}'`;
  return kind ? `curl -s "${address}${address.includes("?") ? "&" : "?"}access_key=$MAGPIE_KEY"` : `curl -s '${address}'`;
}

/** The request in some languages, to copy. */
export function programs(body, server, kind) {
  const [isKey, isPair] = [kind === "key", kind === "pair"];
  const json = JSON.stringify(body, null, 2);
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  const address = `${server}/engine/search${isKey ? "?access_key=" : ""}`;
  const lines = (...texts) => texts.flat().filter((text) => text !== false).join("\n");
  return {
    curl: `${curl(`${server}/engine/search`, kind)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted}'`,
    Python: lines(
      `import ${isPair ? "base64, " : ""}json, ${kind ? "os, " : ""}urllib.request`, "",
      `body = json.loads(r'''${json.replaceAll("'''", "\\u0027\\u0027\\u0027")}''')`,
      isPair && [
        'pair = os.environ["MAGPIE_ACCESS"] + ":" + os.environ["MAGPIE_SECRET"]',
        'basic = "Basic " + base64.b64encode(pair.encode()).decode()',
      ],
      "request = urllib.request.Request(",
      `    "${address}"${isKey ? ' + os.environ["MAGPIE_KEY"]' : ""}, json.dumps(body).encode(),`,
      `    {"Content-Type": "application/json"${isPair ? ', "Authorization": basic' : ""}})`,
      'answer = json.load(urllib.request.urlopen(request))["answer"]',
      'for hit in answer["hits"]:', '    print(hit["id"], hit["score"])',
    ),
    JavaScript: lines(
      isPair && "const basic = btoa(`${process.env.MAGPIE_ACCESS}:${process.env.MAGPIE_SECRET}`);",
      `const response = await fetch("${address}"${isKey ? " + process.env.MAGPIE_KEY" : ""}, {`,
      `  method: "POST", headers: { "Content-Type": "application/json"${isPair ? ", Authorization: `Basic ${basic}`" : ""} },`,
      `  body: JSON.stringify(${json}),`, "});",
      "for (const hit of (await response.json()).answer.hits) console.log(hit.id, hit.score);",
    ),
    Swift: lines(
      "import Foundation", "",
      isPair && "let environment = ProcessInfo.processInfo.environment",
      `var request = URLRequest(url: URL(string: "${address}"${isKey ? ' + ProcessInfo.processInfo.environment["MAGPIE_KEY"]!' : ""})!)`,
      'request.httpMethod = "POST"',
      'request.setValue("application/json", forHTTPHeaderField: "Content-Type")',
      isPair && [
        'let pair = Data("\\(environment["MAGPIE_ACCESS"]!):\\(environment["MAGPIE_SECRET"]!)".utf8)',
        'request.setValue("Basic \\(pair.base64EncodedString())", forHTTPHeaderField: "Authorization")',
      ],
      `request.httpBody = Data(##"""\n${json}\n"""##.utf8)`,
      "let (data, _) = try await URLSession.shared.data(for: request)",
      "print(String(decoding: data, as: UTF8.self))",
    ),
  };
}
