import ImageTypes
import WireFormat

extension PicturePreprocessing {
    /// The preprocessing of a `preprocessor_config.json` of Transformers or fastembed.
    ///
    /// Steps that are not named are done, except the crop, which is done without `do_center_crop` only for the
    /// processors of CLIP and where `crop_size` is there. `resample` is 3 (bicubic) by default, 2 (bilinear) for ViT.
    init(transformers config: ConfigObject) throws(ModelFolderError) {
        let older = try config.text("feature_extractor_type")
        let kind = try config.text("image_processor_type") ?? older ?? ""
        if kind.hasPrefix("Siglip2") {
            throw config.fault(
                "image_processor_type", .string(kind),
                "a model of one size; this one cuts pictures into patches (NaFlex)")
        }
        let resizes = try config.flag("do_resize") ?? true
        let hasCrop = config["crop_size"] != nil
        let crops =
            try config.flag("do_center_crop") ?? (kind.hasPrefix("CLIP") || hasCrop && !kind.hasPrefix("Siglip"))
        let number = try config.integer("resample", in: 0...5) ?? (kind.hasPrefix("ViT") ? 2 : 3)
        let filter = ResampleFilter(rawValue: number) ?? .bicubic
        let factor = try config.flag("do_rescale") ?? true ? try config.number("rescale_factor") ?? 1 / 255 : 1
        var (mean, deviation) = ([0.0, 0, 0], [1.0, 1, 1])
        if try config.flag("do_normalize") ?? true {
            guard let given = try config.colors("image_mean") else {
                throw config.missing("image_mean", "three numbers")
            }
            guard let divisor = try config.deviations("image_std") else {
                throw config.missing("image_std", "three numbers")
            }
            (mean, deviation) = (given, divisor)
        }
        let size = resizes ? try config.target("size") : nil
        if resizes, size == nil { throw config.missing("size", "the sides after the resize") }
        let crop = crops ? try config.target("crop_size") : nil
        if crops, crop == nil { throw config.missing("crop_size", "the sides of the crop") }
        let (resize, window) = try Self.steps(config, kind, size, crop?.sides)
        self.init(
            resize: resize, crop: window, filter: filter, factor: factor, mean: mean, deviation: deviation,
            rounding: .transformers)
    }

    /// The resize and the crop.
    ///
    /// ConvNext below 384 pixels resizes the short side to the size divided by `crop_pct` (.875 by default), cut off to
    /// a whole number, and takes the center; from 384 pixels on it squashes.
    private static func steps(
        _ config: ConfigObject, _ kind: String, _ size: Target?, _ crop: Size?
    ) throws(ModelFolderError) -> (Resize, Size?) {
        if kind.hasPrefix("ConvNext") || kind.hasPrefix("ConvNeXT"), let size {
            let side = size.sides.width
            let square = Size(width: side, height: side)
            if side >= 384 { return (.squash(square), nil) }
            let part = try config.number("crop_pct") ?? 0.875
            guard part > 0.1, part <= 1 else {
                throw config.fault("crop_pct", .number(part), "a number above 0.1, up to 1")
            }
            return (.shortSide(Int(Double(side) / part)), square)
        }
        guard let size else {
            guard let crop else { throw config.missing("size", "the sides of the tensor, by a resize or a crop") }
            return (.keep, crop)
        }
        if size.isShortSide {
            guard let crop else {
                throw ModelFolderError(
                    config.file, "size.shortest_edge", found: "a resize of the short side without a crop",
                    expected: "do_center_crop with crop_size, or size with height and width")
            }
            return (.shortSide(size.sides.width), crop)
        }
        return (.squash(size.sides), crop)
    }
}

/// The sides that a member names.
private struct Target {
    var sides: Size
    /// True where only the short side is given.
    var isShortSide: Bool
}

extension ConfigObject {
    /// Sides as a number, [height, width], {height, width} or {shortest_edge}.
    ///
    /// A number is the short side for the processors of CLIP with a crop, and both sides elsewhere.
    fileprivate func target(_ key: String) throws(ModelFolderError) -> Target? {
        let range = PicturePreprocessing.sides
        switch self[key] {
        case nil: return nil
        case .object:
            guard let object = try object(key) else { return nil }
            if let side = try object.integer("shortest_edge", in: range) {
                return Target(sides: Size(width: side, height: side), isShortSide: true)
            }
            guard let height = try object.integer("height", in: range),
                let width = try object.integer("width", in: range)
            else { throw fault(key, self[key] ?? .null, "height and width, or shortest_edge") }
            return Target(sides: Size(width: width, height: height), isShortSide: false)
        case .array(let values):
            let sides = values.compactMap(\.wholeNumber).filter(range.contains)
            guard values.count == 2, sides.count == 2 else {
                throw fault(key, .array(values), "[height, width], each 1…4096")
            }
            return Target(sides: Size(width: sides[1], height: sides[0]), isShortSide: false)
        case .some:
            guard let side = try integer(key, in: range) else { return nil }
            let isShort = key == "size" && self["crop_size"] != nil
            return Target(sides: Size(width: side, height: side), isShortSide: isShort)
        }
    }
}
