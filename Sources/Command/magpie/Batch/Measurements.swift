import Essentials
import Imaging
import WireFormat

/// A value that `magpie prep --measure` finds out of a picture beside its outputs.
enum Measure: String, CaseIterable {
    case thumbhash, blurhash, phash, sharpness, exposure

    /// It stands for an output on a page until that is loaded.
    var isPlaceholder: Bool { self == .thumbhash || self == .blurhash }

    /// The pixels that it is computed from.
    fileprivate func output(of recipe: Recipe) -> Output {
        switch self {
        case .thumbhash, .blurhash: recipe.placeholderOutput
        case .phash: .hashSquare.labeled("square")
        case .sharpness, .exposure: .pixels(fitting: PixelBuffer.comparedSide).labeled("compared")
        }
    }

    fileprivate var label: String { isPlaceholder ? Recipe.placeholderLabel : output(of: Recipe()).label ?? "" }
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
    /// The shape of the output that the placeholders stand for, where it is not that of the picture; nil else.
    var placeholder: String?

    /// The measures that have a value.
    var measures: Set<Measure> {
        let found: [Measure: Bool] = [
            .thumbhash: thumbhash != nil, .blurhash: blurhash != nil, .phash: phash != nil,
            .sharpness: sharpness != nil, .exposure: exposure != nil,
        ]
        return Set(found.filter(\.value).keys)
    }

    init() {}

    /// - Parameter prepared: Made by ``Imaging/Recipe/measuring(_:)`` of `recipe`.
    init(_ measures: Set<Measure>, of prepared: Prepared, as recipe: Recipe) throws(ImageError) {
        if measures.contains(where: \.isPlaceholder) { placeholder = recipe.placeholder }
        for measure in measures {
            guard let pixels = prepared[measure.label]?.pixels else { continue }
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
        for output in Measure.allCases.filter(measures.contains).map({ $0.output(of: self) })
        where !recipe.outputs.contains(where: { $0.label == output.label }) {
            recipe.outputs.append(output)
        }
        return recipe
    }

    fileprivate static let placeholderLabel = "placeholder"

    /// The shape that a placeholder shows; nil for that of the picture.
    var placeholder: String? {
        let shape = placeholderOutput.shape
        return shape == .fit(Self.placeholderSide) ? nil : "\(shape) \(placeholderOutput.gravity)"
    }

    /// The pixels that a placeholder is computed from: the largest output in small.
    fileprivate var placeholderOutput: Output {
        let named = outputs.filter { $0.label == nil }
        var output = named.max { $0.shape.longestSide < $1.shape.longestSide } ?? Output(.original)
        output.shape = output.shape.small(Self.placeholderSide)
        output.encoding = .pixels
        output.options = EncoderOptions()
        return output.labeled(Self.placeholderLabel)
    }

    private static var placeholderSide: Int { 100 }
}

extension Output.Shape {
    /// The shape with a longest side of at most this many pixels.
    fileprivate func small(_ side: Int) -> Output.Shape {
        switch self {
        case .fit, .width, .within, .original: .fit(side)
        case .fill(let size): .fill(size.fitted(to: side, enlarges: false))
        case .exact(let size): .exact(size.fitted(to: side, enlarges: false))
        case .pad(let size, let padding): .pad(size.fitted(to: side, enlarges: false), padding)
        }
    }
}
