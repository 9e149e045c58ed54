import EngineTestSupport
import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("A running server and its backup", .timeLimit(.minutes(10)))
struct BackedUpServerTests {
    private let folder: TemporaryFolder
    private var root: URL { folder.url }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["first/uploads", "second/uploads"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
    }

    /// Runs the command to its end, in the folder of the test.
    private func magpie(_ words: [String]) throws -> (code: Int32, text: String, errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: ServeProcess.binary)
        process.arguments = words
        process.currentDirectoryURL = root
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, told)
    }

    @discardableResult
    private func demand(_ words: String...) throws -> String {
        let ended = try magpie(words)
        #expect(ended.code == 0, "\(words): \(ended.errors)")
        return ended.text
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: root.appending(path: name))
    }

    /// The files of a server that are not made by itself.
    private func prepare(_ store: String) throws {
        try write(#"[{"id":"personalization"},{"id":"mail"}]"#, to: "categories.json")
        try write("id,title\na1,Sneakers in spring\na2,Bags\n", to: "articles.csv")
        try write(StepContract.lines, to: "rows.jsonl")
        try write(#"{"rules":[{"name":"first","then":{"pins":[{"id":"bag","place":1}]}}]}"#, to: "rules.json")
        try demand("content", "import", "articles.csv", "--store", store)
        try demand("steps", "import", "rows.jsonl", "-o", "first/places")
        try demand("consents", "import", "categories.json", "--store", store)
        try demand("consents", "set", "c-81", "personalization", "yes", "--store", store)
    }

    private func serve(_ name: String) throws -> ServeProcess {
        try ServeProcess(
            store: root.appending(path: "\(name)/shop.magpie"),
            [
                "--allow-files", Shop.samples.path, "--quiet", "--upload-folder",
                root.appending(path: "\(name)/uploads").path, "--steps", root.appending(path: "\(name)/places").path,
            ])
    }

    /// The answers to clients and operators that must be the same in both roots.
    private func answers(of server: ServeProcess, _ name: String, _ transaction: String, _ upload: String) throws
        -> [JSONValue]
    {
        var all: [JSONValue] = []
        for target in [
            "/search?im_name=bag&score=true&fl=price", "/search?im_name=shoe&score=true",
            "/insert/status/\(transaction)",
        ] {
            all.append(try #require(server.ask("GET", target)?["result"], "\(target)"))
        }
        let sent = server.post(
            "/uploadsearch", parts: [("im_id", Array(upload.utf8), false), ("score", Array("true".utf8), false)])
        all.append(try #require(sent?["result"]))
        all.append(try #require(server.ask("POST", "/steps", form: #"{"path":["jp"]}"#, type: "application/json")))
        let store = "\(name)/shop.magpie"
        for words in [
            ["consents", "show", "c-81", "--history", "--json"], ["consents", "list", "--json"], ["events", "--json"],
            ["events", "--list", "--json"], ["rules", "list", "--json"], ["content", "export"],
            ["store", "export"],
        ] {
            let ended = try magpie(words + ["--store", store])
            #expect(ended.code == 0 && !ended.text.isEmpty, "\(words): \(ended.errors)")
            all.append(.string(ended.text))
        }
        return all
    }

    @Test("restored in another root it answers the same: searches, uploads, steps, content, rules, events, consents")
    func moves() throws {
        let store = "first/shop.magpie"
        try demand("index", Shop.file("mug-001").path, "-q", "--store", store)
        try prepare(store)
        let server = try serve("first")
        let form = ["bag": "bag-001", "shoe": "shoe-001"].sorted { $0.key < $1.key }.enumerated().map { index, item in
            "im_name[\(index)]=\(item.key)&im_url[\(index)]=file://\(Shop.file(item.value).path)&price[\(index)]=\(index + 5)"
        }.joined(separator: "&")
        let transaction = server.ask("POST", "/insert", form: form)?["trans_id"]
        #expect(server.finish(transaction)?["success_count"] == .int(2))
        try demand("rules", "import", "rules.json", "--store", store)
        try demand("consents", "set", "c-81", "mail", "no", "--store", store)
        _ = server.ask("GET", "/v3/__va.gif?action=product_click&code=k&uid=c-81&pid=bag&queryId=7")
        let picture = try Shop.picture("bag-002")
        let upload = server.post("/uploadsearch", parts: [("image", picture, true)])?["im_id"]?.text ?? ""
        #expect(!upload.isEmpty)
        try wait(for: "the event") {
            try magpie(["events", "--list", "--json", "--store", store]).text.contains("product_click")
        }

        let made = try demand(
            "backup", "backups", "--store", store, "--steps", "first/places", "--upload-folder", "first/uploads",
            "--json")
        let set = try #require(try JSONValue(parsing: Array(made.utf8))["path"]?.text)
        let manifest = try JSONValue(parsing: Array(try Data(contentsOf: root.appending(path: "\(set)/manifest.json"))))
        let roles = manifest["files"]?.values.compactMap { $0["role"]?.text } ?? []
        #expect(roles == ["catalog", "events", "content", "jobs", "steps", "uploads"])
        let before = try answers(of: server, "first", transaction?.text ?? "", upload)

        try demand(
            "restore", set, "--store", "second/shop.magpie", "--steps", "second/places", "--upload-folder",
            "second/uploads")
        let second = try serve("second")
        let after = try answers(of: second, "second", transaction?.text ?? "", upload)
        for (one, other) in zip(before, after) { #expect(one == other) }

        // Nothing takes the place of what a server has open, and both go on.
        for only in ["catalog", "events", "jobs"] {
            let refused = try magpie([
                "restore", set, "--store", "second/shop.magpie", "--only", only,
            ])
            #expect(refused.code == 2 && refused.errors.contains("systemctl stop magpie"), "\(refused)")
        }
        #expect(second.ask("GET", "/search?im_name=bag")?["result"]?.values.isEmpty == false)
        for process in [server, second] {
            process.send(SIGTERM)
            #expect(process.wait() == 0)
        }
        for name in ["first", "second"] {
            let left = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: name).path).sorted()
            #expect(
                left == [
                    "places", "shop.magpie", "shop.magpie.content", "shop.magpie.events", "shop.magpie.jobs", "uploads",
                ])
        }
    }

    @Test("made while clients insert, it is of one moment: what its insertions call done, its catalog has")
    func beside() throws {
        let store = "first/shop.magpie"
        try demand("index", Shop.file("mug-001").path, "-q", "--store", store)
        try prepare(store)
        let server = try serve("first")
        for round in 0..<3 {
            let form = (0..<4).map { index in
                "im_name[\(index)]=r\(round)-\(index)&im_url[\(index)]=file://\(Shop.file("bag-00\(index + 1)").path)"
            }.joined(separator: "&")
            let transaction = server.ask("POST", "/insert", form: form)?["trans_id"]?.text ?? ""
            let made = try demand("backup", "backups", "--store", store, "--json")
            let set = try #require(try JSONValue(parsing: Array(made.utf8))["path"]?.text)
            try demand("restore", set, "--store", "second/shop.magpie")
            let other = try ServeProcess(
                store: root.appending(path: "second/shop.magpie"), ["--allow-files", Shop.samples.path, "--quiet"])
            // It goes on where the other one was.
            #expect(other.finish(.string(transaction))?["success_count"] == .int(4))
            for index in 0..<4 {
                #expect(other.ask("GET", "/search?im_name=r\(round)-\(index)")?["result"] != nil)
            }
            other.send(SIGTERM)
            #expect(other.wait() == 0)
        }
    }
}
