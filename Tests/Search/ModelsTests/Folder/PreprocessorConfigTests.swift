import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

@Suite("Preprocessing in the files of models")
struct PreprocessorConfigTests {
    private func read(_ members: String) throws -> PicturePreprocessing {
        let model = try WrittenModel.clip()
        try model.write("preprocessor_config.json", "{\(members)}")
        return try #require(try model.read().picture).preprocessing
    }

    private func refusal(_ members: String) throws -> String {
        let model = try WrittenModel.clip()
        try model.write("preprocessor_config.json", "{\(members)}")
        return model.refusal()
    }

    private static let colors = #""image_mean": [0, 0, 0], "image_std": [1, 1, 1]"#
    private static let square = Size(width: 224, height: 224)

    @Test(
        "a size is a number, [height, width], {height, width} or {shortest_edge}",
        arguments: [(String, PicturePreprocessing.Resize, Size?)]([
            (#""size": 224, "crop_size": 224"#, PicturePreprocessing.Resize.shortSide(224), square),
            (#""size": {"shortest_edge": 256}, "crop_size": {"height": 224, "width": 224}"#, .shortSide(256), square),
            (
                #""size": {"shortest_edge": 256}, "crop_size": [200, 224]"#, .shortSide(256),
                Size(width: 224, height: 200)
            ),
            (
                #""size": {"height": 200, "width": 224}, "do_center_crop": false"#,
                .squash(Size(width: 224, height: 200)), nil
            ),
            (#""size": [200, 224], "do_center_crop": false"#, .squash(Size(width: 224, height: 200)), nil),
            (#""size": 224, "do_center_crop": false"#, .squash(square), nil),
            (#""do_resize": false, "crop_size": 224"#, .keep, square),
        ]))
    func sizes(_ members: String, _ resize: PicturePreprocessing.Resize, _ crop: Size?) throws {
        let found = try read("\(members), \(Self.colors)")
        #expect(found.resize == resize && found.crop == crop)
    }

    @Test func `The preprocessing may stand in the file of a processor, as Transformers 5 writes it`() throws {
        let model = try WrittenModel.clip()
        let before = try model.read()
        let file = model.folder.url.appending(path: "preprocessor_config.json")
        let settings = try String(contentsOf: file, encoding: .utf8)
        // Beside the older file the newer one says nothing new, and stores know the model as before.
        try model.write("processor_config.json", #"{"image_processor": {"size": 9}, "processor_class": "X"}"#)
        #expect(try model.read().picture == before.picture)
        #expect(try model.read().identity() == before.identity())
        try model.remove("preprocessor_config.json")
        try model.write("processor_config.json", #"{"image_processor": \#(settings), "processor_class": "X"}"#)
        let found = try model.read()
        #expect(found.picture?.preprocessing == before.picture?.preprocessing)
        #expect(try found.files().contains { $0.name == "processor_config.json" })
    }

    @Test("ConvNext below 384 pixels takes 7/8 of the short side, and squashes from 384 on")
    func convNext() throws {
        let kind = #""feature_extractor_type": "ConvNextFeatureExtractor", "#
        let small = try read(kind + #""crop_pct": 0.875, "size": {"shortest_edge": 224}, "# + Self.colors)
        #expect(small.resize == .shortSide(256) && small.crop == Self.square)
        let large = try read(kind + #""size": {"shortest_edge": 384}, "# + Self.colors)
        #expect(large.resize == .squash(Size(width: 384, height: 384)) && large.crop == nil)
    }

    @Test("the numbers of resample are Pillow's", arguments: ResampleFilter.allCases)
    func filters(_ filter: ResampleFilter) throws {
        let found = try read(#""resample": \#(filter.rawValue), "size": 224, "crop_size": 224, "# + Self.colors)
        #expect(found.filter == filter)
        #expect(ResampleFilter(name: "\(filter)".uppercased()) == filter && ResampleFilter(name: "cubic") == nil)
    }

    @Test("without rescaling the factor is 1, and a given factor is kept")
    func factors() throws {
        let rest = #""size": 224, "crop_size": 224, "# + Self.colors
        #expect(try read(#""do_rescale": false, "# + rest).factor == 1)
        #expect(try read(#""rescale_factor": 0.00784313725490196, "# + rest).factor == 0.00784313725490196)
        #expect(try read(rest).factor == 1 / 255)
    }

    @Test(
        "a member of another type or outside its range is named, with the value found and one that fits",
        arguments: [
            (#""size": "224", "crop_size": 224"#, "size: found a string (224); expected a whole number 1…4096"),
            (#""size": {"shortest_edge": 0}, "crop_size": 224"#, "size.shortest_edge: found a number (0)"),
            (#""size": {"shortest_edge": 4097}, "crop_size": 224"#, "size.shortest_edge: found a number (4097)"),
            (#""size": {"height": 224}, "crop_size": 224"#, "height and width, or shortest_edge"),
            (#""size": {"shortest_edge": 224}, "do_center_crop": false"#, "a resize of the short side without a crop"),
            (#""size": 224, "crop_size": 224, "resample": 9"#, "resample: found a number (9)"),
            (
                #""size": 224, "crop_size": 224, "do_resize": 1"#,
                "do_resize: found a number (1); expected true or false"
            ),
            (#""size": 224, "crop_size": 224, "rescale_factor": "1""#, "rescale_factor"),
            (#""do_center_crop": true, "size": 224"#, "crop_size: found no such member"),
        ])
    func refused(_ members: String, _ expected: String) throws {
        let found = try refusal("\(members), \(Self.colors)")
        #expect(found.hasPrefix("preprocessor_config.json: ") && found.contains(expected), "\(found)")
    }

    @Test("mean and deviation must be there, three each, and no deviation 0")
    func colors() throws {
        let size = #""size": 224, "crop_size": 224, "#
        #expect(try refusal(size + #""image_std": [1, 1, 1]"#).contains("image_mean: found no such member"))
        #expect(try refusal(size + #""image_mean": [0, 0], "image_std": [1, 1, 1]"#).contains("three numbers"))
        #expect(try refusal(size + #""image_mean": [0, 0, 0], "image_std": [1, 0, 1]"#).contains("above 0"))
        #expect(try read(size + #""image_mean": 0.5, "image_std": 0.5"#).mean == [0.5, 0.5, 0.5])
    }

    @Test(
        "settings of open_clip: the size as a number or a square, squash or the short side",
        arguments: [
            (#""size": 224, "resize_mode": "squash""#, PicturePreprocessing.Resize.squash(square)),
            (#""size": [224, 224]"#, .shortSide(224)),
        ])
    func openCLIP(_ members: String, _ resize: PicturePreprocessing.Resize) throws {
        let model = try WrittenModel.immich()
        let colors = #""mean": [0, 0, 0], "std": [1, 1, 1]"#
        try model.write("visual/preprocess_cfg.json", "{\(members), \(colors)}")
        #expect(try model.read().picture?.preprocessing.resize == resize)
        try model.write("visual/preprocess_cfg.json", "{\(members), \(colors), \"interpolation\": \"cubic\"}")
        #expect(model.refusal().contains("interpolation: found a string (cubic)"))
        try model.write("visual/preprocess_cfg.json", #"{"size": 224, "resize_mode": "longest", \#(colors)}"#)
        #expect(model.refusal().contains("expected shortest or squash"))
    }
}
