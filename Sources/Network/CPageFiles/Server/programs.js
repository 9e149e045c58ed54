// The request of a page as programs send it.

/** The request in three languages, to copy. */
export function programs(body, origin) {
  const json = JSON.stringify(body, null, 2);
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return {
    curl: `curl -s '${origin}/engine/search' \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted}'`,
    Python: [
      "import json, urllib.request", "",
      `body = json.loads(r'''${json.replaceAll("'''", "\\u0027\\u0027\\u0027")}''')`,
      "request = urllib.request.Request(",
      `    "${origin}/engine/search", json.dumps(body).encode(), {"Content-Type": "application/json"})`,
      "answer = json.load(urllib.request.urlopen(request))[\"answer\"]",
      "for hit in answer[\"hits\"]:", "    print(hit[\"id\"], hit[\"score\"])",
    ].join("\n"),
    Swift: [
      "import Foundation", "",
      `var request = URLRequest(url: URL(string: "${origin}/engine/search")!)`,
      "request.httpMethod = \"POST\"",
      "request.setValue(\"application/json\", forHTTPHeaderField: \"Content-Type\")",
      `request.httpBody = Data(##"""\n${json}\n"""##.utf8)`,
      "let (data, _) = try await URLSession.shared.data(for: request)",
      "print(String(decoding: data, as: UTF8.self))",
    ].join("\n"),
  };
}
