import Foundation
import Models
import TestSupport
import Testing

@Suite("Weights in files", .timeLimit(.minutes(5)))
struct WeightFileTests {
    private let folder: TemporaryFolder
    private var model: String { folder.url.path + "/folder/model.onnx" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder/below"), withIntermediateDirectories: true)
        let weights = Data([1, 2, 3, 4, 5, 6].flatMap { ModelBytes.little(Float($0).bitPattern) })
        for name in ["folder/weights.bin", "folder/below/weights.bin", "outside.bin"] {
            try weights.write(to: folder.url.appending(path: name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/folder/link.bin", withDestinationPath: "../outside.bin")
    }

    private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: model)) }

    private func weights(at location: String, _ more: [String: String] = [:]) -> [UInt8] {
        ModelBytes.tensor("w", [3, 2], at: location, more)
    }

    private static let hostile = [
        "../../etc/passwd", "../outside.bin", "/etc/passwd", "below/../../outside.bin", "link.bin", "", "..",
        "*/_ORT_MEM_ADDR_/*", "weights.bin\0../outside.bin",
    ]

    @Test("a location that leaves the folder is refused, with or without the library", arguments: hostile)
    func outside(location: String) throws {
        try write(ModelBytes.linear(weights: weights(at: location)))
        #expect("an error") { _ = try ModelSession(file: model) } throws: { error in
            if case .outsideFolder? = error as? ModelError { true } else { false }
        }
    }

    @Test("a location is found wherever a tensor may be")
    func everywhere() throws {
        let tensor = ModelBytes.tensor("t", [1], at: "/etc/passwd")
        let attribute = ModelBytes.attribute("value", tensor: tensor)
        let node = ModelBytes.node("Constant", [], ["y"], [attribute])
        let inner = ModelBytes.graph([node], inputs: [], outputs: [])
        let nested = ModelBytes.node("If", [], ["z"], [ModelBytes.attribute("then_branch", graph: inner)])
        func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] { ModelBytes.field(number, bytes) }
        let graph = field(7, ModelBytes.graph([nested], inputs: [], outputs: []))
        let places = [
            field(7, field(1, node)), field(7, field(5, tensor)), graph, field(7, []) + graph,
            field(7, field(15, field(1, tensor))), field(7, field(15, field(2, tensor))),
            field(7, field(1, field(5, field(10, tensor)))), field(7, field(1, field(5, field(11, inner)))),
            field(7, field(1, field(5, field(22, field(1, tensor))))),
            field(7, field(1, field(5, field(23, field(2, tensor))))), field(20, field(1, inner)),
            field(20, field(2, inner)), field(25, field(7, node)), field(25, field(11, attribute)),
        ]
        for (index, bytes) in places.enumerated() {
            try write(bytes)
            #expect(throws: ModelError.outsideFolder(path: model, location: "/etc/passwd"), "\(index)") {
                try ModelSession(file: model)
            }
        }
    }

    @Test("a field whose number the library would cut to that of the graph hides nothing")
    func longTag() throws {
        let graph = ModelBytes.field(5, ModelBytes.tensor("t", [1], at: "/etc/passwd"))
        try write([0xBA, 0x80, 0x80, 0x80, 0x10] + ModelBytes.field(7, graph).dropFirst())
        #expect("an error") { _ = try ModelSession(file: model) } throws: { error in
            if case .invalidModel? = error as? ModelError { true } else { false }
        }
    }

    @Test("messages that are nested without end are refused")
    func nested() throws {
        var graph = ModelBytes.graph([], inputs: [], outputs: [])
        for _ in 0..<Effort.inputs(600, of: 2000) {
            let attribute = ModelBytes.attribute("body", graph: graph)
            graph = ModelBytes.graph([ModelBytes.node("Loop", [], [], [attribute])], inputs: [], outputs: [])
        }
        #expect("an error") { _ = try ModelSession(bytes: ModelBytes.model(graph)) } throws: { error in
            "\(error)".contains("nested too deeply")
        }
    }

    @Test("a file that is missing is named, and a model in memory reads none")
    func missing() throws {
        try write(ModelBytes.linear(weights: weights(at: "other.bin")))
        #expect(throws: ModelError.missingWeights(path: model, location: "other.bin")) {
            try ModelSession(file: model)
        }
        #expect(throws: ModelError.outsideFolder(path: nil, location: "weights.bin")) {
            try ModelSession(bytes: ModelBytes.linear(weights: weights(at: "weights.bin")))
        }
        #expect(throws: ModelError.missingFile(path: "/nowhere")) { try ModelSession(file: "/nowhere") }
        #expect(throws: ModelError.unreadable(path: "/dev/zero", reason: "it is not a regular file")) {
            try ModelSession(file: "/dev/zero")
        }
    }

    private static let hasRuntime = InstalledRuntime.runtime != nil

    @Test(
        "weights in the folder are read", .enabled(if: hasRuntime, "\(InstalledRuntime.reason)"),
        arguments: ["weights.bin", "./weights.bin", "below/weights.bin"])
    func inside(location: String) throws {
        try write(ModelBytes.linear(weights: weights(at: location)))
        let session = try ModelSession(file: model, runtime: InstalledRuntime.runtime)
        let output = try session.run([ModelInput("x", shape: [1, 3], .float32([1, 0, 0]))])
        #expect(output.values == [1.5, 1.5])
    }

    @Test(
        "weights are read where model and file are links into a cache of downloads",
        .enabled(if: hasRuntime, "\(InstalledRuntime.reason)"))
    func cache() throws {
        try write(ModelBytes.linear(weights: weights(at: "weights.bin")))
        let snapshot = folder.url.path + "/snapshot"
        try FileManager.default.createDirectory(atPath: snapshot, withIntermediateDirectories: true)
        for name in ["model.onnx", "weights.bin"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(snapshot)/\(name)", withDestinationPath: "../folder/\(name)")
        }
        let session = try ModelSession(file: "\(snapshot)/model.onnx", runtime: InstalledRuntime.runtime)
        #expect(try session.run([ModelInput("x", shape: [1, 3], .float32([1, 0, 0]))]).values == [1.5, 1.5])
    }

    @Test(
        "a part that the file does not have is an error", .enabled(if: hasRuntime, "\(InstalledRuntime.reason)"),
        arguments: [["offset": "4096"], ["offset": "-8"], ["length": "9999999999"], ["offset": "9223372036854775807"]])
    func part(more: [String: String]) throws {
        try write(ModelBytes.linear(weights: weights(at: "weights.bin", more)))
        #expect("an error") {
            _ = try ModelSession(file: model, runtime: InstalledRuntime.runtime)
        } throws: { error in
            if case .invalidModel? = error as? ModelError { true } else { false }
        }
    }
}
