import Foundation
import TestSupport
import Testing

@testable import VisualSearch

/// Against a server that does what the name of the model says.
@Suite(.enabled(if: PythonServer.python3 != nil, "skipped: there is no python3 on the search path"))
struct InferenceDescriberTests {
    private let folder = try! TemporaryFolder()
    private let server: PythonServer

    init() throws { server = try PythonServer(oddServer, python: PythonServer.python3!, in: folder.url) }

    private func model(_ name: String) -> InferenceDescriber.Model {
        var model = InferenceDescriber.Model(server: server.url, name: name)
        model.size = Size(width: 4, height: 2)
        model.timeout = 300
        return model
    }

    /// 4 x 2 pixels, all different, that are not resized.
    private let pixels = buffer(width: 4, height: 2, bytes: (0..<24).map { UInt8($0 * 10) })

    private func expect(_ values: [Double], in descriptor: Descriptor) {
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect(descriptor.vector == values.map { Int8(($0 / length * 127).rounded()) })
    }

    @Test("the tensor holds whole planes of each color in the layout nchw")
    func planes() throws {
        var model = model("echo")
        model.dimensions = 24
        model.values = .fp32(mean: [0, 0.25, 0.5], deviation: [1, 0.5, 2])
        let offset = [0, 0.25, 0.5]
        let factor = [1, 2, 0.5]
        var expected: [Double] = []
        for channel in 0..<3 {
            for pixel in 0..<8 {
                let byte = Double(pixels.bytes[pixel * 3 + channel])
                expected.append((byte / 255 - offset[channel]) * factor[channel])
            }
        }
        expect(expected, in: try InferenceDescriber(model).describe(pixels))
    }

    @Test("the tensor holds the pixels one after another in the layout nhwc, as bytes where asked")
    func interleaved() throws {
        var model = model("echo")
        model.dimensions = 24
        model.layout = .nhwc
        model.values = .uint8
        expect(pixels.bytes.map { Double($0) }, in: try InferenceDescriber(model).describe(pixels))
    }

    @Test("metadata fills in what the model leaves open, and the version is part of the address")
    func metadata() throws {
        var model = model("two")
        model.version = "7"
        let describer = try InferenceDescriber(model)
        #expect(describer.dimensions == 2)
        #expect(describer.parts == [VectorPart(.pattern, 0..<2)])
        let descriptor = try describer.describe(pixels)
        #expect(descriptor.vector == [76, -102])
    }

    @Test("values too large for a square are brought to length 1 all the same")
    func large() throws {
        #expect(try InferenceDescriber(model("large")).describe(pixels).vector == [76, -102])
    }

    @Test(
        "what goes wrong is said in words",
        arguments: [
            ("broken", "HTTP status 500: out of memory on device 3"), ("page", "status 502: <h1>Bad gateway</h1>"),
            ("short", "gave 1 values of shape [1, 1], not 2"), ("flat", "gave 2 values of shape [1, 3], not 2"),
            ("nan", "not finite numbers"), ("null", "not finite numbers"), ("infinite", "not finite numbers"),
            ("zeros", "nothing but zeros"), ("text", "not of the Open Inference Protocol"),
            ("renamed", "gave no output y, only: z"),
        ])
    func failures(_ name: String, _ text: String) throws {
        let describer = try InferenceDescriber(model(name))
        #expect(detail { _ = try describer.describe(pixels) }.contains(text))
    }

    @Test("a model that is not there or does not say its size is refused at once")
    func unusable() {
        #expect(detail { _ = try InferenceDescriber(model("nowhere")) }.contains("status 404: no such model"))
        #expect(detail { _ = try InferenceDescriber(model("open")) }.contains("set Model.dimensions"))
        for name in ["many", "round"] {
            #expect(detail { _ = try InferenceDescriber(model(name)) }.contains("1 to 4096"), "\(name)")
        }
        for count in [0, -1, 4097] {
            var model = model("two")
            (model.input, model.output, model.dimensions) = ("x", "y", count)
            #expect(detail { _ = try InferenceDescriber(model) }.contains("Model.dimensions is \(count)"))
        }
        var broken = model("two")
        broken.values = .fp32(mean: [0, 0, 0], deviation: [1, 0, 1])
        #expect(detail { _ = try InferenceDescriber(broken) }.contains("deviation not 0"))
    }

    @Test("a server that is late or not there is named")
    func absence() throws {
        var slow = model("slow")
        (slow.input, slow.output, slow.dimensions) = ("x \"1\"", "y", 2)
        slow.timeout = 2
        let late = try InferenceDescriber(slow)
        #expect(detail { _ = try late.describe(pixels) }.hasSuffix("slow did not answer within 2.0 s"))
        // Nobody listens on port 1.
        slow.server = URL(string: "http://127.0.0.1:1")!
        let lost = try InferenceDescriber(slow)
        #expect(detail { _ = try lost.describe(pixels) }.contains("127.0.0.1:1/v2/models/slow cannot be reached"))
        slow.output = nil
        #expect(detail { _ = try InferenceDescriber(slow) }.contains("cannot be reached"))
    }

    @Test("long vectors are rotated, and a store of before they were stays as it was")
    func earlierForm() throws {
        var model = model("echo")
        (model.size, model.dimensions) = (Size(width: 8, height: 8), 192)
        let photo = buffer(width: 8, height: 8, bytes: (0..<192).map { UInt8($0) })
        let describer = try InferenceDescriber(model)
        let former = try #require(describer.earlierForms.first)
        #expect(describer.identity == former.identity + ", rotated")
        #expect(former.scale == 127 && describer.scale == 443)
        #expect(former.earlierForms.isEmpty)
        for (name, first) in [("old", former), ("new", describer as any Describer)] {
            let path = folder.url.appending(path: "\(name).magpie").path(percentEncoded: false)
            for result in try SearchEngine(path: path, describer: first)
                .insertBlocking([Entry(Item(id: "a"), image: .pixels(photo))])
            {
                try result.get()
            }
            let engine = try SearchEngine(path: path, describer: describer)
            #expect(engine.describer.identity == first.identity)
            let hit = try #require(
                try engine.searchBlocking(SearchRequest(.init(example: .image(.pixels(photo))))).hits.first)
            #expect(hit.score > 0.99)
        }
    }

    @Test("a store refuses another model, and the same model prepared otherwise")
    func mismatch() throws {
        let path = folder.url.appending(path: "catalog.magpie").path(percentEncoded: false)
        let entry = Entry(Item(id: "a"), image: .pixels(pixels))
        var changed = model("two")
        for result in try SearchEngine(path: path, describer: InferenceDescriber(changed)).insertBlocking([entry]) {
            try result.get()
        }
        #expect(try SearchEngine(path: path, describer: InferenceDescriber(changed)).countBlocking() == 1)
        changed.values = .uint8
        let others: [any Describer] = [
            try InferenceDescriber(changed), try InferenceDescriber(model("large")), BuiltInDescriber.shared,
        ]
        for other in others {
            let error = #expect(throws: SearchError.self) { try SearchEngine(path: path, describer: other) }
            guard case .describerMismatch(let store, let describer)? = error else {
                Issue.record("the describers were mixed")
                continue
            }
            #expect(store.contains("open-inference two output y, 4x2 nchw fp32 mean [0.485, 0.456, 0.406]"))
            #expect(describer.contains(other.identity))
        }
    }

    /// The words of the error.
    private func detail(_ body: () throws -> Void) -> String {
        switch #expect(throws: DescribeError.self, performing: body) {
        case .failed(let detail)?, .undescribable(let detail)?: return detail
        default: return ""
        }
    }
}

private let oddServer =
    PythonServer.endsWithInput + """
        import http.server, json, time
        class Odd(http.server.BaseHTTPRequestHandler):
            def answer(self, status, text):
                self.send_response(status)
                self.end_headers()
                self.wfile.write((text if isinstance(text, str) else json.dumps(text)).encode())
            def log_message(self, *args): pass
            def do_GET(self):
                name = self.path.split("/")[3]
                if name == "nowhere": return self.answer(404, {"error": "no such model"})
                shape = {"open": [-1, -1], "many": [-1, 64, 65], "round": [-1] + 6 * [4096]}.get(name, [-1, 2])
                self.answer(200, {"name": name, "versions": ["7"], "platform": "test",
                    "inputs": [{"name": 'x "1"', "datatype": "FP32", "shape": [-1, 3, 2, 4]}],
                    "outputs": [{"name": "y", "datatype": "FP32", "shape": shape}]})
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                parts = self.path.split("/")
                name, tensor = parts[3], request["inputs"][0]
                shape = [1, 2, 4, 3] if tensor["datatype"] == "UINT8" else [1, 3, 2, 4]
                isLong = len(tensor["data"]) == 192
                if isLong: shape = [1, 8, 8, 3] if tensor["datatype"] == "UINT8" else [1, 3, 8, 8]
                if len(tensor["data"]) not in (24, 192) or tensor["shape"] != shape or tensor["name"] != 'x "1"':
                    return self.answer(400, {"error": "wrong tensor"})
                if name == "two" and parts[4:] not in [["versions", "7", "infer"], ["infer"]]:
                    return self.answer(400, {"error": "wrong version"})
                if name == "broken": return self.answer(500, {"error": "out of memory on device 3"})
                if name == "page": return self.answer(502, "<h1>Bad gateway</h1>")
                if name == "text": return self.answer(200, "hello")
                if name == "slow": time.sleep(6)
                data = {"short": [1], "nan": [float("nan"), 1], "null": [None, 1], "infinite": [1, float("inf")],
                    "zeros": [0, 0], "echo": tensor["data"], "large": [3e200, -4e200]}.get(name, [3, -4])
                shape = [1, 3] if name == "flat" else [1, len(data)]
                self.answer(200, {"model_name": name, "outputs": [
                    {"name": "z" if name == "renamed" else "y", "datatype": "FP32", "shape": shape, "data": data}]})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Odd)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
