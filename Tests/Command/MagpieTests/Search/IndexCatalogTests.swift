import Foundation
import Testing

@testable import magpie

@Suite("magpie index --catalog says what met what", .timeLimit(.minutes(5)))
struct IndexCatalogTests {
    private func place() throws -> Workplace {
        let place = try Workplace()
        for name in ["a", "b", "c"] { try place.write(try picture(seed: Int(name.utf8.first!)), to: "in/\(name).jpg") }
        return place
    }

    @Test("rows without an image and images without a row are counted and named")
    func counts() throws {
        let place = try place()
        try place.write(Array("file,price\na.jpg,1\nb.jpg,2\nbag-099.jpg,3\nx.jpg,4\n".utf8), to: "part.csv")
        let ended = try place.magpie("index", "in", "--catalog", "part.csv")
        #expect(ended.code == 0)
        let said = "2 of 4 rows used, 2 without an image (bag-099.jpg, x.jpg); 1 image without a row (in/c.jpg)\n"
        #expect(ended.text.contains("  " + said))
        // With --json, standard output keeps to the lines of images, which merge reads.
        let lines = try place.magpie("index", "in", "--catalog", "part.csv", "--json")
        #expect(try lines.json().count == 3)
        #expect(lines.errors.hasSuffix(said))
        #expect(try place.magpie("index", "in", "--catalog", "part.csv", "--json", "-q").errors == "")
        let strict = try place.magpie("index", "in", "--catalog", "part.csv", "--strict", "-q")
        #expect(strict.code == 3)
        #expect(strict.errors == "magpie: --strict: " + said)
        try place.write(Array("file\na.jpg\nb.jpg\nc.jpg\n".utf8), to: "whole.csv")
        let whole = try place.magpie("index", "in", "--catalog", "whole.csv", "--strict")
        #expect(whole.code == 0)
        #expect(whole.text.contains("3 of 3 rows used, 0 without an image; 0 images without a row\n"))
    }

    @Test("a part of a sharded run does not call the rows of the other parts unused")
    func shards() throws {
        let place = try place()
        try place.write(Array("file\na.jpg\nb.jpg\nc.jpg\n".utf8), to: "whole.csv")
        let part = try place.magpie("index", "in", "--catalog", "whole.csv", "--shard", "0/2")
        #expect(part.text.contains("of 3 rows used; 0 images without a row\n"))
        #expect(try place.magpie("index", "in", "--catalog", "whole.csv", "--shard", "0/2", "--strict").code == 1)
    }

    @Test(
        "a catalog that cannot be used ends with 2 before anything is done, and says why",
        arguments: [
            (
                "name,price\nfoo,3\n",
                "has no column that assigns a row to an image, only name, price; name one 'id'"
            ),
            ("id,price\n\"foo,3\n", "is not closed"), ("", "no line with column names"),
        ])
    func unusable(_ text: String, _ reason: String) throws {
        let place = try place()
        try place.write(Array(text.utf8), to: "bad.csv")
        for round in 0..<2 {
            let ended = try place.magpie("index", "in", "--catalog", "bad.csv")
            #expect(ended.code == 2)
            #expect(ended.errors.hasPrefix("magpie: ") && ended.errors.contains(reason), "\(ended.errors)")
            #expect(ended.output.isEmpty)
            // The second time beside a store that is there.
            if round == 0 {
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: place.path.text).sorted() == ["bad.csv", "in"])
                #expect(try place.magpie("index", "in", "-q").code == 0)
            }
        }
    }

    @Test("a picture that is damaged keeps its item, though the catalog gives it another id")
    func damagedRename() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        func index(id: String) throws -> Ended {
            try place.write(Array("id,file\n\(id),a.jpg\n".utf8), to: "rows.csv")
            return try place.magpie("index", "in", "--catalog", "rows.csv", "--quiet", "--json")
        }
        func ids() throws -> [String] { try place.magpie("store", "export").json().map(\.itemID) }
        #expect(try index(id: "old").code == 0)
        try place.write([0xff, 0xd8, 0xff], to: "in/a.jpg")
        #expect(try index(id: "new").json().map(\.isOK) == [false])
        #expect(try ids() == ["old"])
        try place.write(try picture(seed: 3), to: "in/a.jpg")
        #expect(try index(id: "new").json().map(\.isOK) == [true])
        #expect(try ids() == ["new"])
    }

    @Test("a row finds its image however the path is spelled, from the catalog, from --root and from INPUT")
    func spellings() throws {
        let place = try place()
        func used(_ files: [String], _ words: String...) throws -> Int {
            try place.write(
                Array(("file,price\n" + files.map { "\($0),1" }.joined(separator: "\n")).utf8), to: "sub/rows.csv")
            let store = "\(UUID().uuidString).magpie"
            let all = words + ["--catalog", "sub/rows.csv", "--store", store, "--no-learning"]
            let ended = try Running(magpieBinary, all, in: place.path).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            let items = try place.magpie("store", "export", store).text
            return items.split(separator: "\n").count { $0.contains(#""price":1"#) }
        }
        let files = ["./a.jpg", "x/../b.jpg", ".\\c.jpg"]
        #expect(try used(files, "index", "in") == 3)
        #expect(try used(["../in/a.jpg", "..\\in\\b.jpg", "\((place / "in/c.jpg").text)"], "index", "in") == 3)
        #expect(try used(["in/a.jpg", "./in//b.jpg", "in\\c.jpg"], "index", "in", "--root", ".") == 3)
        try place.write(Array("./in/a.jpg\nin/../in/b.jpg\n\((place / "in/c.jpg").text)\n".utf8), to: "all.txt")
        #expect(try used(["a.jpg", "b.jpg", "c.jpg"], "index", "--list", "all.txt", "--root", "in") == 3)
        #expect(try used(["in/a.jpg", "in/b.jpg", "in/c.jpg"], "index", "--list", "all.txt", "--root", ".") == 3)
    }

    @Test("a run in which no row has an image changes nothing and fails, unless that is allowed")
    func noRow() throws {
        let place = try place()
        try place.write(Array("file,price\nshop/1.jpg,1\nshop/2.jpg,2\n".utf8), to: "rows.csv")
        let ended = try place.magpie("index", "in", "--catalog", "rows.csv", "-q")
        #expect(ended.code == 2)
        #expect(
            ended.errors.contains("no row of the catalog has an image: the first row is shop/1.jpg"), "\(ended.errors)")
        #expect(try place.ids() == [])
        let allowed = try place.magpie("index", "in", "--catalog", "rows.csv", "-q", "--allow-no-rows")
        #expect(allowed.code == 0 && allowed.errors == "")
        #expect(try place.ids() == ["a", "b", "c"])
        #expect(try place.magpie("index", "in", "--allow-no-rows").code == 1)
    }

    @Test("guesses are shown, doubts warned of, and columns, the separator and the decimal sign can be said")
    func guesses() throws {
        let place = try place()
        let rows =
            "sku|base_image|price|was|size\n1|a.jpg|12,50 €|1,50|1,234\n2|b.jpg|1.299,00 €|1.50|5,678\n3|c.jpg|9|x|1\n"
        try place.write(Array(rows.utf8), to: "rows.txt")
        let ended = try place.magpie(
            "index", "in", "--catalog", "rows.txt", "--separator", "|", "--file-column", "base_image", "--id-column",
            "sku")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.contains("price     float   12,50 €, read as 12.5\n"), "\(ended.errors)")
        #expect(ended.errors.contains("magpie: rows.txt: the column was is read as string: "))
        #expect(try place.ids() == ["1", "2", "3"])
        let found = try place.magpie("search", "--color", "ffffff", "--all", "--filter", "price:<20", "--json")
        #expect(found.text.contains(#""id":"1""#) && !found.text.contains(#""id":"2""#))
    }

    @Test("a catalog in Windows-1252 is read and named")
    func encoding() throws {
        let place = try place()
        try place.write(Array("file,name\na.jpg,Gr".utf8) + [0xF6, 0xDF] + Array("e\n".utf8), to: "rows.csv")
        let ended = try place.magpie("index", "in", "--catalog", "rows.csv", "-q")
        #expect(ended.errors == "magpie: rows.csv is read as Windows-1252\n")
        #expect(try place.magpie("store", "export").text.contains(#""name":"Größe""#))
    }

    @Test("a catalog from a program that is not done yet is waited for")
    func slowCatalog() throws {
        let place = try place()
        let pipe = (place / "rows.csv").text
        try run("/usr/bin/mkfifo", [pipe])
        // Safe: the name ends with NUL. For reading as well, so that it waits for nobody.
        let writer = unsafe open(pipe, O_RDWR | O_CLOEXEC)
        try writeAll(Array("file,price\na.jpg,1\n".utf8), to: writer)
        let running = try place.start("index", "in", "--catalog", "rows.csv", "--quiet", "--json")
        running.wait {
            // Until the command has taken what is there, and has to wait for more.
            var state = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
            // Safe: one structure, which outlives the call.
            return unsafe poll(&state, 1, 0) == 0
        }
        #expect(running.isRunning)
        try writeAll(Array("b.jpg,2\nc.jpg,3\n".utf8), to: writer)
        close(writer)
        let ended = try running.wait()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try place.magpie("store", "export").text.contains(#""price":3"#))
    }

    @Test("a catalog that is missing or a folder is named with the reason")
    func missing() throws {
        let place = try place()
        let missing = try place.magpie("index", "in", "--catalog", "nope.csv")
        #expect(missing.code == 2)
        #expect(missing.errors == "magpie: cannot read the catalog nope.csv: No such file or directory\n")
        #expect(try place.magpie("index", "in", "--catalog", "in").errors.contains("Is a directory"))
    }

    @Test(
        "an inference server that dies in the middle ends the run with its own error; what was said is kept",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "skipped: there is no python3"))
    func dyingDescriber() throws {
        let place = try Workplace()
        for number in 0..<12 { try place.write(try picture(seed: number), to: "in/p\(10 + number).jpg") }
        try place.write(Array(Self.dying.utf8), to: "serve.py")
        let server = try Running("/usr/bin/python3", ["serve.py"], in: place.path)
        server.wait { server.output.last == UInt8(ascii: "\n") }
        let port = String(decoding: server.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        let ended = try place.magpie(
            "index", "in", "--describer", "http://127.0.0.1:\(port)#m", "--json", "--jobs", "1")
        server.send(SIGKILL)
        _ = try server.wait()
        #expect(ended.code == 2)
        #expect(ended.errors.contains("the picture could not be described: the model at http://127.0.0.1:\(port)"))
        #expect(!ended.errors.contains("internal"))
        let lines = try ended.json()
        #expect(lines.map(\.itemID) == (10..<15).map { "p\($0)" })
        #expect(lines.allSatisfy { $0.action == "added" })
        #expect(try place.magpie("info", "--json").json().first?["items"] as? Int == 5)
    }

    /// Describes five pictures and goes.
    private static let dying = """
        import http.server, json, os
        left = 5
        class Model(http.server.BaseHTTPRequestHandler):
            def answer(self, text):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(text).encode())
            def log_message(self, *args): pass
            def do_GET(self):
                self.answer({"name": "m", "versions": ["1"], "platform": "test",
                    "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3, 224, 224]}],
                    "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 2]}]})
            def do_POST(self):
                global left
                self.rfile.read(int(self.headers["Content-Length"]))
                if left == 0: os._exit(0)
                left -= 1
                self.answer({"model_name": "m", "outputs": [
                    {"name": "y", "datatype": "FP32", "shape": [1, 2], "data": [3, 4 + left]}]})
        server = http.server.HTTPServer(("127.0.0.1", 0), Model)
        print(server.server_port, flush=True)
        server.serve_forever()

        """
}
