import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie with the fine describer")
struct FineDescriberCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        for name in ["bag-001", "bag-002", "shoe-001"] {
            let file = SharedData.package.appending(path: "samples/images/\(name).jpg")
            try place.write(Array(Data(contentsOf: file)), to: "in/\(name).jpg")
        }
    }

    private func run(_ words: String...) throws -> Ended {
        try Running(magpieBinary, words, in: place.path).wait()
    }

    @Test("a store keeps it, and each command finds it by the store alone")
    func kept() throws {
        #expect(try run("index", "in", "--describer", "fine").code == 0)
        let told = try run("info")
        #expect(String(decoding: told.output, as: UTF8.self).contains("fine-"), "\(told.errors)")
        let found = try run("search", "in/bag-001.jpg", "--json")
        #expect(found.code == 0 && found.errors.isEmpty, "\(found.errors)")
        #expect(String(decoding: found.output, as: UTF8.self).contains("bag-001"))
        let again = try run("index", "in")
        #expect(again.code == 0 && String(decoding: again.output, as: UTF8.self).contains("3 unchanged"), "\(again)")
        let duplicates = try run("duplicates", "in", "--store", "catalog.magpie")
        #expect(duplicates.code == 0, "\(duplicates.errors)")
    }

    @Test("store describe goes over to it and back, and a search answers with either")
    func changed() throws {
        #expect(try run("index", "in").code == 0)
        for (words, name) in [(["--describer", "fine"], "fine-"), ([], "magpie-2-")] {
            let ended = try Running(magpieBinary, ["store", "describe"] + words, in: place.path).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(String(decoding: try run("info").output, as: UTF8.self).contains(name))
            let found = try run("search", "in/shoe-001.jpg", "--json")
            #expect(found.code == 0 && String(decoding: found.output, as: UTF8.self).contains("shoe-001"))
        }
    }

    @Test("a running server goes over to it; one without its file is healthy, and not ready", arguments: [true, false])
    func served(hasFile: Bool) throws {
        #expect(try run("index", "in").code == 0)
        let program = place / "elsewhere/magpie"
        try place.folder("elsewhere")
        try FileManager.default.copyItem(atPath: magpieBinary, toPath: program.text)
        let server = try Running(
            hasFile ? magpieBinary : program.text, ["serve", "--port", "0", "--quiet"], in: place.path)
        server.wait { server.output.last == UInt8(ascii: "\n") }
        let line = String(decoding: server.output, as: UTF8.self)
        let digits = try #require(line.firstMatch(of: /:([0-9]+)\/\n$/)?.1)
        let port = try #require(UInt16(digits))
        func ask(_ request: String, _ body: [UInt8] = []) -> Answer {
            let client = RawClient(port: port)
            client.send(Array("\(request)\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8) + body)
            return client.readAnswer(seconds: 60)
        }
        let head = "--b0undary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.jpg\"\r\n\r\n"
        let form =
            try Array(head.utf8) + Data(contentsOf: URL(filePath: (place / "in/shoe-001.jpg").text))
            + Array("\r\n--b0undary--\r\n".utf8)
        let type = "Content-Type: multipart/form-data; boundary=b0undary"
        func upload() -> String {
            ask("POST /uploadsearch HTTP/1.1\r\n\(type)\r\nContent-Length: \(form.count)", form).body
        }
        #expect(upload().contains("shoe-001"))
        let described = try run("store", "describe", "--describer", "fine")
        #expect(described.code == 0 && described.errors.contains("another process has catalog.magpie open"))
        #expect(upload().contains("shoe-001") == hasFile)
        #expect(ask("GET /readyz HTTP/1.1").status == (hasFile ? 200 : 503))
        #expect(ask("GET /healthz HTTP/1.1").body.contains("pictures are not answered") == !hasFile)
        server.send(SIGTERM)
        let ended = try server.wait()
        #expect(ended.code == 0 && ended.errors.contains("catalog.magpie was described anew") == !hasFile)
        let alone = try run("store", "describe")
        #expect(alone.code == 0 && !alone.errors.contains("another process"))
    }

    @Test("a store of the other describer says so, and an unknown name what would be right")
    func refused() throws {
        #expect(try run("index", "in").code == 0)
        let mixed = try run("index", "in", "--describer", "fine")
        #expect(mixed.code == 2 && mixed.errors.contains("fine-"), "\(mixed.code) \(mixed.errors)")
        let unknown = try run("index", "in", "--describer", "fein")
        #expect(unknown.code == 1 && unknown.errors.contains("'fine'"), "\(unknown.errors)")
        let both = try run("index", "in", "--describer", "fine", "--model", "x")
        #expect(both.code == 1 && both.errors.contains("not both"))
    }

    @Test("without its file a store of it says so, and answers all but pictures", arguments: [nil, "damaged"])
    func withoutFile(contents: String?) throws {
        #expect(try run("index", "in", "--describer", "fine").code == 0)
        // The same program in a folder that has no such file, or a damaged one.
        let program = place / "elsewhere/magpie"
        try place.folder("elsewhere")
        try FileManager.default.copyItem(atPath: magpieBinary, toPath: program.text)
        if let contents { try place.write(Array(contents.utf8), to: "elsewhere/fine.describer") }
        func ask(_ words: String...) throws -> Ended { try Running(program.text, words, in: place.path).wait() }
        let item = try ask("search", "--id", "bag-001", "--json")
        #expect(item.code == 0 && item.errors.contains("fine describer"), "\(item.errors)")
        #expect(item.errors.contains("fine.describer") && item.errors.contains("answers all but pictures"))
        let picture = try ask("search", "in/bag-001.jpg")
        #expect(picture.code != 0 && picture.errors.contains("not at hand"), "\(picture.errors)")
    }
}
