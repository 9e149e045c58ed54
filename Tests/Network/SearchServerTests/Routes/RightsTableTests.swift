import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The table of rights by route", .timeLimit(.minutes(5)))
struct RightsTableTests {
    /// A line of the table: its routes, and whether each column of keys opens them.
    private struct Line {
        let routes: [String]
        let opens: [Bool]
    }

    private static let columns = ["no key", "`search`", "`data`", "`metrics`"]
    private static let keys = ["", "SEARCHKEY", "DATAKEY", "METRICSKEY"]

    /// The texts that stand for a name in a path, in the table and in a request.
    private static let names = [
        "{trans_id}": "1", "{product_id}": "a", "{customer}": "user", "{id}": "p", "{op}": "attributes",
    ]

    private static let lines = Result {
        let article = "Sources/Network/SearchServer/SearchServer.docc/Server.md"
        let text = try String(contentsOf: SharedData.package.appending(path: article), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let head = try #require(rows.firstIndex { $0.first == "route" && Array($0.dropFirst()) == columns })
        return rows[(head + 2)...].prefix { $0.count == columns.count + 1 }.map { row in
            Line(
                routes: row[0].matches(of: /`(\/[^`]*)`/).map { String($0.1) },
                opens: row.dropFirst().map { $0 == "yes" })
        }
    }

    private static let shop = Result {
        try Shop(names: ["shoe-001"]) {
            $0.http.credentials = try! Credentials(lines: "SEARCHKEY search\nDATAKEY data\nMETRICSKEY metrics")
        }
    }

    /// A path for a route of the table; nil for one that stands for several.
    private static func path(_ route: String) -> String {
        names.reduce(route) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }

    /// True where the answer to a request says that its key does not open the route.
    private func isRefused(_ shop: Shop, _ method: String, _ route: HTTPRoute, _ path: String, key: String) throws
        -> Bool
    {
        let type = route.content == .form ? "Content-Type: application/x-www-form-urlencoded" : Shop.json
        let body = method == "GET" ? "" : route.content == .form ? "im_name[0]=none" : "{}"
        let target = key.isEmpty ? path : path + "?access_key=" + key
        let answer = try shop.ask(method, target, headers: [type], body: Array(body.utf8)).answer
        // The sentences also stand far inside of a description.
        let said = answer.body.prefix(500)
        return [
            "nvalid access key", "Invalid app_key", "alid key is required", "alid token is required",
            "this needs the right", "lacks the right",
        ].contains { said.contains($0) }
    }

    @Test("each cell of the table is what the server does", arguments: keys.indices)
    func cells(_ column: Int) throws {
        let shop = try Self.shop.get()
        var asked = 0
        for line in try Self.lines.get() {
            for route in line.routes {
                let path = Self.path(route)
                let found = shop.server.router.route(method: "POST", path: path)
                for method in ["GET", "POST"] where found.methods.contains(method) {
                    let isRefused = try isRefused(shop, method, found, path, key: Self.keys[column])
                    #expect(isRefused != line.opens[column], "\(method) \(route) with \(Self.columns[column])")
                    asked += 1
                }
            }
        }
        #expect(asked > 70)
        #expect(try shop.engine.countBlocking() == 1)
    }

    @Test("the table has each route once")
    func complete() throws {
        let listed = try Self.lines.get().flatMap(\.routes)
        #expect(Set(listed).count == listed.count)
        let paths = try Self.shop.get().get("/openapi.json")["paths"]
        guard case .object(let described)? = paths else { throw Failed("there are no paths") }
        // HALO's route for tokens takes the keys of its clients in place of ours.
        let known = Set(described.keys).union(["/", "/docs", "/operator", "/page/app.js"]).subtracting([
            "/api/oauth/token"
        ])
        #expect(Set(listed).symmetricDifference(known) == [])
    }
}
