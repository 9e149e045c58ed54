import TestSupport

@testable import magpie

/// A model of pictures in the layout of immich: the mean of each channel of 4 x 4 pixels.
enum PictureModel {
    /// Writes the folder.
    static func write(to folder: String, in place: Workplace) throws {
        let settings = """
            {"size": [4, 4], "mode": "RGB", "mean": [0, 0, 0], "std": [1, 1, 1], "interpolation": "bicubic",
             "resize_mode": "squash", "fill_color": 0}
            """
        let files: [(String, [UInt8])] = [
            ("config.json", Array(#"{"embed_dim": 3, "vision_cfg": {}, "text_cfg": {}}"#.utf8)),
            ("visual/model.onnx", ModelBytes.means()), ("visual/preprocess_cfg.json", Array(settings.utf8)),
        ]
        for (name, bytes) in files { try place.write(bytes, to: folder + "/" + name) }
    }
}
