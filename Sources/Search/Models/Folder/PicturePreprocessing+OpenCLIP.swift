import ImageTypes
import WireFormat

extension PicturePreprocessing {
    /// The most pixels of a side, and the range of all sizes in the files.
    static let sides = 1...4096

    /// The preprocessing of an open_clip `preprocess_cfg.json`, with the rounding of immich.
    ///
    /// `size` is a number or [height, width], of which immich takes the first; `interpolation` is `bicubic` by default;
    /// `resize_mode` is `shortest` by default, or `squash`.
    init(openCLIP config: ConfigObject) throws(ModelFolderError) {
        let side = try config.side("size")
        let name = try config.text("interpolation") ?? "bicubic"
        guard let filter = ResampleFilter(name: name) else {
            throw config.fault("interpolation", .string(name), "bicubic, bilinear or lanczos")
        }
        guard let mean = try config.colors("mean") else { throw config.missing("mean", "three numbers") }
        guard let deviation = try config.deviations("std") else { throw config.missing("std", "three numbers") }
        let square = Size(width: side, height: side)
        let mode = try config.text("resize_mode") ?? "shortest"
        guard ["shortest", "squash"].contains(mode) else {
            throw config.fault("resize_mode", .string(mode), "shortest or squash")
        }
        self.init(
            resize: mode == "squash" ? .squash(square) : .shortSide(side), crop: mode == "squash" ? nil : square,
            filter: filter, mean: mean, deviation: deviation, rounding: .immich)
    }
}

extension ConfigObject {
    /// A number of pixels, or the first of [height, width]; both must be equal.
    fileprivate func side(_ key: String) throws(ModelFolderError) -> Int {
        guard let value = self[key] else { throw missing(key, "a number of pixels 1…4096") }
        guard case .array(let values) = value else {
            if let side = try integer(key, in: PicturePreprocessing.sides) { return side }
            throw missing(key, "a number of pixels 1…4096")
        }
        let sides = values.compactMap(\.wholeNumber).filter(PicturePreprocessing.sides.contains)
        guard values.count == 2, sides.count == 2, sides[0] == sides[1] else {
            throw fault(key, value, "two equal numbers of pixels 1…4096")
        }
        return sides[0]
    }
}
