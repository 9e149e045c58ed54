import ImageTypes
import TestSupport
import Testing

@testable import Models

@Suite("Tables of vectors")
struct StaticTextModelTests {
    private static let values: [Float] = [1, 2, 3, -4, 0.5, 8]

    private func folder(_ table: WrittenTable, config: String = "{}") throws -> WrittenModel {
        let model = try WrittenModel(["tokenizer.json": "{}", "config.json": config])
        try model.write("model.safetensors", bytes: table.bytes)
        return model
    }

    private func embed(_ model: WrittenModel, _ tokens: [Int]) throws -> [Float] {
        try StaticTextModel(try model.read()).embed(tokenIDs: tokens)
    }

    @Test("a text is the mean of its tokens, in floats of 32 and 16 bits and in integers of 8")
    func types() throws {
        let expected: [Float] = [2, -1]
        var (single, half, small, brain) = (WrittenTable(), WrittenTable(), WrittenTable(), WrittenTable())
        single.add("embeddings", "F32", [3, 2], WrittenTable.floats(Self.values))
        half.add(
            "embeddings", "F16", [3, 2],
            [0x3C00, 0x4000, 0x4200, 0xC400, 0x3800, 0x4800].flatMap(WrittenTable.little(_:) as (UInt16) -> [UInt8]))
        small.add("embeddings", "I8", [3, 2], [1, 2, 3, 0xFC, 0, 8])
        brain.add(
            "embedding.weight", "BF16", [3, 2], Self.values.flatMap { WrittenTable.little(UInt16($0.bitPattern >> 16)) }
        )
        for table in [single, half, small, brain] {
            let model = try folder(table)
            #expect(try embed(model, [0, 1]) == expected)
            #expect(try embed(model, []) == [0, 0])
        }
        let read = try folder(single).read()
        #expect(read.layout == .staticTable && read.dimensions == 2 && read.text?.dropsUnknown == true)
        #expect(try folder(brain).read().text?.dropsUnknown == false && read.text?.addsSpecialTokens == false)
    }

    @Test("the config normalizes, or the module of sentence-transformers")
    func normalized() throws {
        var table = WrittenTable()
        table.add("embeddings", "F32", [1, 2], WrittenTable.floats([3, 4]))
        #expect(try embed(try folder(table), [0, 0]) == [3, 4])
        let model = try folder(table, config: #"{"normalize": true}"#)
        #expect(try embed(model, [0, 0, 0]) == [0.6, 0.8])
        #expect(try embed(model, []) == [0, 0])
        try model.write("config.json", "{}")
        try model.write("modules.json", #"[{"type": "sentence_transformers.models.Normalize", "path": "1_Normalize"}]"#)
        #expect(try embed(model, [0]) == [0.6, 0.8])
    }

    @Test("weights go by token, and a mapping gives tokens the row of another")
    func mapped() throws {
        var table = WrittenTable()
        table.add("embeddings", "F32", [2, 1], WrittenTable.floats([1, 10]))
        table.add("mapping", "I64", [3], [0, 1, 1].flatMap(WrittenTable.little(_:) as (Int64) -> [UInt8]))
        table.add("weights", "F32", [3], WrittenTable.floats([1, 2, 0.5]))
        let folder = try folder(table)
        let model = try StaticTextModel(try folder.read())
        #expect(model.tokens == 3 && model.dimensions == 1)
        #expect(try model.embed(tokenIDs: [1, 2]) == [12.5] && model.embed(tokenIDs: [0]) == [1])
        #expect(throws: ModelFolderError.self) { try model.embed(tokenIDs: [3]) }
        #expect(throws: ModelFolderError.self) { try model.embed(tokenIDs: [-1]) }
    }

    @Test("a table in a folder of its own is found, and other weights beside a graph are left alone")
    func places() throws {
        var table = WrittenTable()
        table.add("embedding.weight", "F32", [1, 2], WrittenTable.floats([3, 4]))
        let model = try WrittenModel(["0_StaticEmbedding/tokenizer.json": "{}", "modules.json": "[]"])
        try model.write("0_StaticEmbedding/model.safetensors", bytes: table.bytes)
        #expect(try embed(model, [0]) == [3, 4])
        var layers = WrittenTable()
        layers.add("embeddings.word_embeddings.weight", "F32", [1, 2], WrittenTable.floats([3, 4]))
        let graph = try WrittenModel.sentences()
        try graph.write("model.safetensors", bytes: layers.bytes)
        #expect(try graph.read().layout == .sentenceTransformers)
        try graph.write("model.safetensors", "version https://git-lfs.github.com/spec/v1\n")
        #expect(try graph.read().layout == .sentenceTransformers)
    }

    @Test("all numbers of 16 bits are read as the platform reads them")
    func halves() {
        #if arch(x86_64) && !os(Linux)
        #else
            for bits in UInt16.min...UInt16.max {
                let (found, expected) = (Float(half: bits), Float(Float16(bitPattern: bits)))
                #expect(found.bitPattern == expected.bitPattern || found.isNaN && expected.isNaN)
            }
        #endif
    }

    @Test(
        "a hostile header is an error that names the tensor",
        arguments: [
            (#"{"embeddings": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 16]}}"#, "within 8 bytes"),
            (#"{"embeddings": {"dtype": "F32", "shape": [2, 1], "data_offsets": [8, 0]}}"#, "within 8 bytes"),
            (
                #"{"embeddings": {"dtype": "F32", "shape": [2, 1], "data_offsets": [-8, 0]}}"#,
                "whole numbers of 0 or more"
            ),
            (
                #"{"embeddings": {"dtype": "F32", "shape": [3, 1], "data_offsets": [0, 8]}}"#,
                "a shape of 8 bytes of F32"
            ),
            (
                #"{"embeddings": {"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 8]}}"#,
                "a shape of 8"
            ),
            (
                #"{"embeddings": {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]}}"#,
                "4 bytes behind the last tensor"
            ),
            (#"{"embeddings": {"dtype": "F32", "shape": [1, 1], "data_offsets": [4, 8]}}"#, "from byte 0 on"),
            (
                #"{"embeddings": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]}, "#
                    + #""weights": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}}"#,
                "behind the tensor before"
            ),
            (#"{"embeddings": {"dtype": "I64", "shape": [1, 1], "data_offsets": [0, 8]}}"#, "expected F32, F16"),
            (#"{"embeddings": {"dtype": "U4", "shape": [1, 1], "data_offsets": [0, 8]}}"#, "expected F32, F16"),
            (#"{"embeddings": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}"#, "the shape [2]"),
            (#"{"embeddings": {"dtype": "F32", "shape": [0, 2], "data_offsets": [0, 0]}}"#, "behind the last tensor"),
            (#"{"embeddings": {"dtype": 1, "shape": [2, 1], "data_offsets": [0, 8]}}"#, "embeddings.dtype"),
            (#"{"embeddings": {"dtype": "F32", "shape": 2, "data_offsets": [0, 8]}}"#, "embeddings.shape"),
            (#"{"embeddings": null}"#, "a tensor"), ("[]", "an array"), ("{", "malformed header"),
        ])
    func hostile(_ header: String, _ expected: String) throws {
        let model = try WrittenModel(["tokenizer.json": "{}", "config.json": "{}"])
        try model.write("model.safetensors", bytes: WrittenTable.file(header, [UInt8](repeating: 0, count: 8)))
        #expect(
            model.refusal().hasPrefix("model.safetensors") && model.refusal().contains(expected), "\(model.refusal())")
    }

    @Test("a header longer than the file or than 4 MiB is not read", arguments: [UInt64(1) << 60, .max, 9, 5 << 20])
    func lengths(_ length: UInt64) throws {
        let model = try WrittenModel(["tokenizer.json": "{}"])
        try model.write("model.safetensors", bytes: WrittenTable.little(length) + [UInt8](repeating: 0x20, count: 8))
        #expect(model.refusal().contains("found a header of \(length) bytes"), "\(model.refusal())")
        try model.write("model.safetensors", bytes: [1, 2, 3])
        #expect(model.refusal().contains("3 bytes"))
    }

    @Test("weights and mappings that do not fit the table are errors when it is read")
    func unfit() throws {
        func refusal(_ name: String, _ type: String, _ bytes: [UInt8], _ count: Int) throws -> String {
            var table = WrittenTable()
            table.add("embeddings", "F32", [2, 1], WrittenTable.floats([1, 10]))
            table.add(name, type, [count], bytes)
            let folder = try folder(table)
            let model = try folder.read()
            do throws(ModelFolderError) {
                _ = try StaticTextModel(model)
                return ""
            } catch { return error.description }
        }
        #expect(try refusal("weights", "F32", WrittenTable.floats([1]), 1).contains("1 numbers; expected 2"))
        #expect(try refusal("weights", "I8", [1, 1], 2).contains("weights"))
        #expect(try refusal("mapping", "I32", WrittenTable.little(Int32(2)), 1).contains("mapping[0]: found 2"))
        #expect(try refusal("mapping", "I64", WrittenTable.little(Int64(-1)), 1).contains("mapping[0]: found -1"))
        #expect(try refusal("mapping", "F32", WrittenTable.floats([1]), 1).contains("I64 or I32"))
    }
}
