internal import BloomreachRoutes
internal import DynamicYieldRoutes
package import Foundation
internal import HaloRoutes
internal import ProductSearchRoutes
@_exported public import SearchServer
package import TestSupport
import TransportTestSupport
internal import ViSearchRoutes
package import WireFormat

/// A served store of some of the drawn sample pictures.
package final class Shop: Sendable {
    package let folder: TemporaryFolder
    package let engine: SearchEngine
    package let server: SearchServer
    package let port: UInt16

    /// For tests that change nothing.
    package static let shared = Result { try Shop(names: Shop.names) }

    /// The protocols of all vendors.
    package static let protocols: [VendorProtocol] = [.viSearch, .productSearch, .dynamicYield, .bloomreach, .halo]

    package static let names = (1...6).flatMap { number in
        ["shoe", "bag", "mug", "lamp"].map { "\($0)-00\(number)" }
    }
    /// The header of a body of JSON.
    package static let json = "Content-Type: application/json"
    package static let samples = SharedData.package.appending(path: "samples")

    package static func file(_ name: String) -> URL { samples.appending(path: "images/\(name).jpg") }
    package static func picture(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: file(name))) }

    package init(
        names: [String] = [], describer: (any Describer)? = nil,
        recommendations: (any RecommendationSource)? = nil,
        _ change: (inout SearchServer.Setup) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        let file = folder.url.appending(path: "shop.magpie")
        let isPrepared = describer == nil && !names.isEmpty
        if isPrepared { try FileManager.default.copyItem(at: Shop.store(of: names), to: file) }
        engine = try SearchEngine(path: file.path, mode: .create, describer: describer)
        if !isPrepared { try Shop.insert(names, into: engine) }
        var setup = SearchServer.Setup()
        setup.fetch = FetchPolicy(folders: [Shop.samples.path], seconds: 60)
        setup.http.timeouts = .patient
        setup.protocols = Shop.protocols
        change(&setup)
        server = try SearchServer(engine, setup: setup, recommendations: recommendations)
        port = try server.start()
    }

    /// Stores of the items of some names, described once for all shops that have them.
    private static let stores = Locked<[[String]: TemporaryFolder]>([:])

    private static func store(of names: [String]) throws -> URL {
        try stores.withLock { stores in
            if let known = stores[names] { return known.url.appending(path: "shop.magpie") }
            let folder = try TemporaryFolder()
            let file = folder.url.appending(path: "shop.magpie")
            let engine = try SearchEngine(path: folder.url.appending(path: "described.magpie").path, mode: .create)
            try insert(names, into: engine)
            // A copy of its file alone could lack what is still in the log beside it.
            _ = try engine.store.backup(to: file.path)
            stores[names] = folder
            return file
        }
    }

    private static func insert(_ names: [String], into engine: SearchEngine) throws {
        let entries = names.enumerated().map { index, name in
            let kind = String(name.prefix { $0 != "-" })
            return Entry(
                Item(
                    id: name, source: "https://img.example/\(name).jpg",
                    attributes: [
                        "title": .text("A fine \(kind) number \(index)"), "category": .string(kind),
                        "price": .float(Double(index) * 10 + 0.5), "stock": .int(index), "new": .bool(index % 2 == 0),
                        "brand": .string(["acme", "Nord"][index % 2]), "tags": .list(["t\(index % 3)", kind]),
                    ]),
                image: .file(Shop.file(name)))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    deinit { server.stop() }

    package var client: RawClient { RawClient(port: port) }

    /// Sends a request on a connection of its own.
    package func ask(
        _ method: String, _ target: String, headers: [String] = [], body: [UInt8] = []
    ) throws -> (answer: Answer, json: JSONValue) {
        let client = client
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for header in headers { head += header + "\r\n" }
        if method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        client.send(Array((head + "\r\n").utf8) + body)
        let answer = client.readAnswer(seconds: 300, headAlone: method == "HEAD")
        return (answer, (try? JSONValue(parsing: Array(answer.body.utf8))) ?? .null)
    }

    package func get(_ target: String) throws -> JSONValue { try ask("GET", target).json }

    package func post(_ path: String, form: String) throws -> JSONValue {
        try ask("POST", path, headers: ["Content-Type: application/x-www-form-urlencoded"], body: Array(form.utf8)).json
    }

    package func post(
        _ target: String, parts: [(name: String, bytes: [UInt8], isFile: Bool)]
    ) throws -> JSONValue {
        try ask(
            "POST", target, headers: ["Content-Type: multipart/form-data; boundary=b0undary"],
            body: Shop.multipart(parts)
        ).json
    }

    package func upload(_ path: String, _ bytes: [UInt8], _ query: String = "") throws -> JSONValue {
        try post("\(path)?\(query)", parts: [("image", bytes, true)])
    }

    package static func multipart(_ parts: [(name: String, bytes: [UInt8], isFile: Bool)]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let file = part.isFile ? "; filename=\"x.jpg\"\r\nContent-Type: application/octet-stream" : ""
            body += Array("--b0undary\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
            body += part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--b0undary--\r\n".utf8)
    }

    /// Waits until a transaction is done; its last state.
    package func finish(_ transaction: JSONValue?) throws -> JSONValue {
        let name = transaction?.text ?? ""
        var last = JSONValue.null
        try wait(for: "transaction \(name)") {
            let status = try get("/insert/status/\(name)")
            guard let result = status["result"]?[0] else {
                last = status
                return true
            }
            last = result
            if result["processed_percent"] == .int(100) { return true }
            usleep(50_000)
            return false
        }
        return last
    }
}

extension JSONValue {
    package subscript(index: Int) -> JSONValue? {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
    }

    package var values: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    package var names: [String] { values.compactMap { $0["im_name"]?.text } }
    package var texts: [String] { values.compactMap(\.text) }
}

/// The failure of a test, in words.
package struct Failed: Error, CustomStringConvertible {
    package let description: String
    package init(_ text: String) { description = text }
}
