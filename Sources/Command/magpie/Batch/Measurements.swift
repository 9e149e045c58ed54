import Essentials
import Imaging
import WireFormat

/// A value that `magpie prep --measure` finds out of a picture beside its outputs.
enum Measure: String, CaseIterable {
    case thumbhash, blurhash, phash, sharpness, exposure

    /// The pixels that it is computed from.
    fileprivate var output: Output {
        switch self {
        case .thumbhash, .blurhash: .pixels(fitting: 100).labeled("placeholder")
        case .phash: .hashSquare.labeled("square")
        case .sharpness, .exposure: .pixels(fitting: PixelBuffer.comparedSide).labeled("compared")
        }
    }
}

/// The values of one picture.
struct Measurements: Codable, Hashable, Sendable {
    /// In Base64.
    var thumbhash: String?
    var blurhash: String?
    /// 16 hexadecimal digits.
    var phash: String?
    var sharpness: Double?
    var exposure: Exposure?

    /// The measures that have a value.
    var measures: Set<Measure> {
        let found: [Measure: Bool] = [
            .thumbhash: thumbhash != nil, .blurhash: blurhash != nil, .phash: phash != nil,
            .sharpness: sharpness != nil, .exposure: exposure != nil,
        ]
        return Set(found.filter(\.value).keys)
    }

    init() {}

    /// - Parameter prepared: Made by ``Imaging/Recipe/measuring(_:)``.
    init(_ measures: Set<Measure>, of prepared: Prepared) throws(ImageError) {
        for measure in measures {
            guard let pixels = prepared[measure.output.label ?? ""]?.pixels else { continue }
            switch measure {
            case .thumbhash: thumbhash = Data(pixels.thumbHash()).base64EncodedString()
            case .blurhash: blurhash = try pixels.blurHash()
            case .phash: phash = try pixels.perceptualHash().hexadecimal
            case .sharpness: sharpness = pixels.sharpness
            case .exposure: exposure = pixels.exposure
            }
        }
    }

    /// Those of some measures.
    func only(_ measures: Set<Measure>) -> Measurements {
        var kept = self
        if !measures.contains(.thumbhash) { kept.thumbhash = nil }
        if !measures.contains(.blurhash) { kept.blurhash = nil }
        if !measures.contains(.phash) { kept.phash = nil }
        if !measures.contains(.sharpness) { kept.sharpness = nil }
        if !measures.contains(.exposure) { kept.exposure = nil }
        return kept
    }

    func write(to json: inout JSONWriter) {
        if let thumbhash { json.member("thumbhash", thumbhash) }
        if let blurhash { json.member("blurhash", blurhash) }
        if let phash { json.member("phash", phash) }
        if let sharpness { json.member("sharpness", sharpness, places: 2) }
        if let exposure {
            json.member("exposure") {
                $0.member("mean", exposure.mean, places: 4)
                $0.member("dark", exposure.dark, places: 4)
                $0.member("bright", exposure.bright, places: 4)
            }
        }
    }
}

extension Recipe {
    /// The recipe with the pixels that some measures need.
    func measuring(_ measures: Set<Measure>) -> Recipe {
        var recipe = self
        for output in Measure.allCases.filter(measures.contains).map(\.output)
        where !recipe.outputs.contains(where: { $0.label == output.label }) {
            recipe.outputs.append(output)
        }
        return recipe
    }
}
