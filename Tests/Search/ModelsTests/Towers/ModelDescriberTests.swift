import Foundation
import ImageTypes
import TestSupport
import Testing
import VisualSearch

@testable import Models

@Suite(
    "Models of folders as describers", .timeLimit(.minutes(15)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct ModelDescriberTests {
    private let settings = ModelSettings(runtime: InstalledRuntime.library, threads: 1)

    private func pair(_ picture: [UInt8] = ModelBytes.means()) throws -> WrittenModel {
        try WrittenModel.transformers([
            "vision_model": picture, "text_model": ModelBytes.echo(["input_ids"], length: 3),
        ])
    }

    private func describer(_ model: WrittenModel, known: ModelRecord? = nil) throws -> ModelDescriber {
        try ModelDescriber(folder: model.folder.url, settings, known: known)
    }

    @Test("pictures and texts are described by vectors of one length")
    func described() throws {
        let model = try pair()
        defer { withExtendedLifetime(model) {} }
        let describer = try describer(model)
        #expect(describer.dimensions == 3 && describer.describesTexts && describer.odds == nil)
        let picture = try describer.describe(try Plain.picture(255, 127, 127))
        let text = try describer.describe(text: "nine")
        #expect(picture.vector.count == text.vector.count)
        // 1, 0, 0 and 9, 0, 0 have one direction, up to the rounding of 127.
        #expect(picture.vector == text.vector)
        #expect(picture.vector != (try describer.describe(text: "one nine").vector))
    }

    @Test("a copy elsewhere has the same identity, and one changed byte of any file another one")
    func identity() throws {
        let model = try pair()
        let identity = try describer(model).identity
        #expect(identity.hasPrefix("model ") && identity.count == 38)
        let copy = try TemporaryFolder()
        let place = copy.url.appending(path: "copy")
        try FileManager.default.copyItem(at: model.folder.url, to: place)
        #expect(try ModelDescriber(folder: place, settings).identity == identity)
        for name in ["onnx/text_model.onnx", "tokenizer.json", "config.json", "preprocessor_config.json"] {
            let file = place.appending(path: name)
            let bytes = try Data(contentsOf: file)
            // Behind the JSON, or in the name of the graph: the model runs on.
            var changed = bytes
            if name.hasSuffix("onnx") {
                let range = try #require(changed.range(of: Data("graph".utf8)))
                changed[range.lowerBound] = 0x47
            } else {
                changed.append(0x20)
            }
            try changed.write(to: file)
            #expect(try ModelDescriber(folder: place, settings).identity != identity, "\(name)")
            try bytes.write(to: file)
        }
        #expect(try ModelDescriber(folder: place, settings).identity == identity)
        try Data("words".utf8).write(to: place.appending(path: "notes.txt"))
        #expect(try ModelDescriber(folder: place, settings).identity == identity)
    }

    @Test("a record is read again from its JSON, and other texts are none")
    func record() throws {
        let model = try pair()
        let record = try describer(model).record()
        #expect(record.dimensions == 3 && record.numbers == nil)
        #expect(ModelRecord(json: record.json) == record)
        #expect(ModelRecord(json: "") == nil && ModelRecord(json: "{}") == nil)
        for length in ["0", "-1", "4097", "1e300"] {
            let json = record.json.replacingOccurrences(of: #""dimensions":3"#, with: #""dimensions":\#(length)"#)
            #expect(json != record.json && ModelRecord(json: json) == nil)
        }
        withExtendedLifetime(model) {}
    }

    @Test("the identity of a record is taken over where the files are as they were, and computed where they are not")
    func known() throws {
        let model = try pair()
        let first = try describer(model)
        var record = try first.record()
        record.identity = "model taken over"
        let second = try describer(model, known: record)
        #expect(second.identity == "model taken over" && second.dimensions == 3)
        #expect(try second.record() == record)
        try model.write("config.json", #"{"model_type": "clip", "text_config": {}, "vision_config": {}}"#)
        let third = try describer(model, known: record)
        #expect(third.identity != "model taken over" && third.identity != first.identity)
    }

    @Test("a folder that is only touched is described on, and one whose files were replaced is an error")
    func replaced() throws {
        let model = try pair()
        let (touched, replaced) = (try describer(model), try describer(model, known: try describer(model).record()))
        let file = model.folder.url.appending(path: "onnx/text_model.onnx")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
        _ = try touched.describe(text: "one")
        try model.write(
            "onnx/text_model.onnx", bytes: ModelBytes.echo(["input_ids"], length: 3, output: "sentence_embedding"))
        let error = #expect(throws: DescribeError.self) { try replaced.describe(text: "one") }
        #expect("\(String(describing: error))".contains("its files have changed since it was opened"))
    }

    @Test("texts and pictures with vectors of different lengths are an error that names both")
    func lengths() throws {
        let graphs = ["vision_model": ModelBytes.means(), "text_model": ModelBytes.echo(["input_ids"], length: 4)]
        let model = try WrittenModel.transformers(graphs)
        let error = #expect(throws: DescribeError.self) { try describer(model).describe(text: "one") }
        #expect("\(String(describing: error))".contains("its texts have vectors of 4 values, and its pictures of 3"))
        let check = #expect(throws: TowerError.self) { try ModelCheck(folder: model.folder.url, settings) }
        #expect(check?.description.contains("vectors of 3 values and its texts of 4") == true)
    }

    @Test("a picture whose vector has no direction, and a text without one, cannot be described")
    func noDirection() throws {
        let describer = try describer(
            try pair(
                ModelBytes.means(
                    last: [
                        ModelBytes.node("Add", ["means", "one"], ["image_embeds"])
                    ], tensors: [ModelBytes.tensor("one", [1], floats: [1])])))
        let error = #expect(throws: DescribeError.self) { try describer.describe(try Plain.picture(0, 0, 0)) }
        guard case .undescribable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: DescribeError.self) { try describer.describe(text: "") }
    }

    @Test func `A picture for which the model gives no numbers is the fault of that picture`() throws {
        let describer = try describer(
            try pair(
                ModelBytes.means(
                    last: [
                        ModelBytes.node("Add", ["means", "one"], ["sums"]),
                        ModelBytes.node("Div", ["sums", "sums"], ["image_embeds"]),
                    ], tensors: [ModelBytes.tensor("one", [1], floats: [1])])))
        let error = #expect(throws: DescribeError.self) { try describer.describe(try Plain.picture(0, 0, 0)) }
        guard case .undescribable(let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("not finite numbers"))
        #expect(try describer.describe(try Plain.picture(255, 127, 127)).vector.count > 0)
    }

    @Test("a model of texts only, and a folder without a model, are errors with the folder")
    func unusable() throws {
        for model in [try WrittenModel.pooled(), try WrittenModel()] {
            let error = #expect(throws: DescribeError.self) { try describer(model) }
            #expect("\(String(describing: error))".contains(model.folder.url.lastPathComponent))
        }
    }
}
