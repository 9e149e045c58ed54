import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// A real server of the Open Inference Protocol. To run these tests:
///
///     python3 -m venv mlserver && mlserver/bin/pip install mlserver
///     MAGPIE_MLSERVER_PYTHON=$PWD/mlserver/bin/python swift test --filter MLServerTests
@Suite(.enabled(if: PythonServer.mlserver != nil, "skipped: MAGPIE_MLSERVER_PYTHON names no Python with MLServer"))
struct MLServerTests {
    private let folder = try! TemporaryFolder()
    private let server: PythonServer

    init() throws {
        try Data(runtime.utf8).write(to: folder.url.appending(path: "thumbnail.py"))
        try Data(settings.utf8).write(to: folder.url.appending(path: "model-settings.json"))
        server = try PythonServer(launcher, python: PythonServer.mlserver!, in: folder.url)
    }

    private func describer(_ change: (inout InferenceDescriber.Model) -> Void = { _ in }) throws -> InferenceDescriber {
        var model = InferenceDescriber.Model(server: server.url, name: "thumbnail")
        model.size = Size(width: 32, height: 32)
        model.values = .fp32(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        change(&model)
        return try InferenceDescriber(model)
    }

    @Test("MLServer gives the vectors of a model, and an engine searches with them by look and by color")
    func search() throws {
        let describer = try self.describer()
        #expect(describer.dimensions == 48)
        let red = try describer.describe(Pictures.solid(64, 64, RGB(red: 255, green: 0, blue: 0)))
        // 16 cells of each plane: all red is 1, -1, -1, and the length is √48.
        #expect(red.vector == Array(repeating: 18, count: 16) + Array(repeating: -18, count: 32))

        let path = folder.url.appending(path: "catalog.magpie").path(percentEncoded: false)
        let engine = try SearchEngine(path: path, describer: describer)
        var pictures = (1...12).map { Pictures.scene(160, 120, seed: $0) }
        pictures.append(Pictures.solid(80, 80, RGB(red: 250, green: 10, blue: 200)))
        let entries = pictures.enumerated().map { Entry(Item(id: "\($0)"), image: .pixels($1)) }
        for result in try engine.insertBlocking(entries) { try result.get() }
        for (index, picture) in pictures.enumerated() {
            let hit = try engine.searchBlocking(SearchRequest(.init(example: .image(.pixels(picture))))).hits.first
            #expect(hit?.id == "\(index)")
            #expect((hit?.score ?? 0) > 0.999)
        }
        let color = SearchRequest.WeightedColor(RGB(red: 255, green: 0, blue: 200))
        #expect(try engine.searchBlocking(SearchRequest(.init(colors: [color]))).hits.first?.id == "12")
    }

    @Test("MLServer's own words come through where it refuses a request")
    func refusal() throws {
        #expect(throws: DescribeError.self) { try describer { $0.name = "absent" } }
        let small = try describer { $0.size = Size(width: 16, height: 16) }
        let error = #expect(throws: DescribeError.self) { try small.describe(Pictures.solid(8, 8, .white)) }
        let text = error?.description ?? ""
        #expect(text.contains("HTTP status 4") && text.contains("wants 32 x 32 pixels"), "\(text)")
    }
}

/// A model that gives the means of 4 x 4 cells of each plane.
private let runtime = """
    import numpy
    from mlserver import MLModel
    from mlserver.codecs import NumpyCodec
    from mlserver.errors import InferenceError
    from mlserver.types import InferenceResponse

    class Thumbnail(MLModel):
        async def load(self):
            return True

        async def predict(self, payload):
            pixels = NumpyCodec.decode_input(payload.inputs[0])
            if pixels.shape != (1, 3, 32, 32):
                raise InferenceError("the model wants 32 x 32 pixels")
            cells = pixels.reshape(1, 3, 4, 8, 4, 8).mean(axis=(3, 5)).reshape(1, 48).astype(numpy.float32)
            return InferenceResponse(model_name=self.name, outputs=[NumpyCodec.encode_output("features", cells)])
    """

private let settings = """
    {"name": "thumbnail", "implementation": "thumbnail.Thumbnail",
     "inputs": [{"name": "pixels", "datatype": "FP32", "shape": [-1, 3, 32, 32]}],
     "outputs": [{"name": "features", "datatype": "FP32", "shape": [-1, 48]}]}
    """

/// Chooses free ports, starts MLServer with the model beside it, and says the port once the model is ready.
private let launcher =
    PythonServer.endsWithInput + """
        import json, socket, time, urllib.request
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
        ports = [each.getsockname()[1] for each in sockets]
        for each in sockets: each.close()
        with open("settings.json", "w") as file:
            json.dump({"host": "127.0.0.1", "http_port": ports[0], "grpc_port": ports[1], "metrics_port": ports[2],
                "parallel_workers": 0, "debug": False}, file)
        output = os.dup(1)
        os.dup2(2, 1)
        def report():
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/v2/models/thumbnail/ready")
                    return os.write(output, f"{ports[0]}\\n".encode())
                except OSError:
                    time.sleep(0.1)
        threading.Thread(target=report, daemon=True).start()
        from mlserver.cli import main
        sys.argv = ["mlserver", "start", "."]
        main()
        """
