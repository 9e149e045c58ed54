import Foundation
import Testing

@testable import magpie

@Suite("magpie discover with a model that refuses a picture", .timeLimit(.minutes(5)))
struct RefusingModelTests {
    @Test(
        "names the picture and goes on; a wrong option ends it before the first picture",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "skipped: there is no python3"))
    func refused() throws {
        let place = try Workplace()
        for (seed, name) in ["a", "b"].enumerated() { try place.write(try picture(seed: seed), to: "in/\(name).jpg") }
        try place.write(Array(Self.refusing.utf8), to: "serve.py")
        let server = try Running("/usr/bin/python3", ["serve.py"], in: place.path)
        server.wait { server.output.last == UInt8(ascii: "\n") }
        let port = String(decoding: server.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        let model = ["--describer", "http://127.0.0.1:\(port)#m", "--json", "--jobs", "1"]
        let indexed = try Running(magpieBinary, ["index", "in"] + model, in: place.path).wait()
        #expect(indexed.code == 0, "\(indexed.errors)")
        let wrong = try Running(magpieBinary, ["discover", "in", "--facets", "nosuch"] + model, in: place.path).wait()
        #expect(wrong.code != 0 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("nosuch"), "\(wrong.errors)")
        let ended = try Running(magpieBinary, ["discover", "in", "--ordered"] + model, in: place.path).wait()
        server.send(SIGKILL)
        _ = try server.wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        #expect(lines.map(\.isOK) == [false, true])
        #expect(lines.first?.errorCode == "unreadable")
        #expect(ended.errors.contains("gave nothing but zeros"), "\(ended.errors)")
    }

    /// Gives nothing but zeros for the third picture that it is asked for.
    private static let refusing = """
        import http.server, json
        count = 0
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
                global count
                self.rfile.read(int(self.headers["Content-Length"]))
                count += 1
                self.answer({"model_name": "m", "outputs": [{"name": "y", "datatype": "FP32", "shape": [1, 2],
                    "data": [0, 0] if count == 3 else [3, 4 + count]}]})
        server = http.server.HTTPServer(("127.0.0.1", 0), Model)
        print(server.server_port, flush=True)
        server.serve_forever()

        """
}
