public import Essentials

/// Turns pictures into descriptors. Descriptors of two describers cannot be compared unless their identities are equal.
public protocol Describer: Sendable {
    /// Names the describer and its parameters: equal for two describers exactly when they describe alike.
    var identity: String { get }
    /// Number of values of ``Descriptor/vector``.
    var dimensions: Int { get }
    /// The stored value of 1: a vector of length 1 is stored as its values times `scale`, rounded.
    var scale: Int { get }
    /// The values of each aspect of the picture; together they are all values. Default: one part.
    var parts: [VectorPart] { get }
    /// Forms of the same describer that stores may have been made with: such a store stays with its form. Default: none.
    var earlierForms: [any Describer] { get }

    /// True where a store keeps the vector of the built-in describer beside that of this one, for copies and duplicates:
    /// 256 bytes and some 8 ms of a core a picture. Default: true for all but the built-in describer.
    var keepsBuiltInVectors: Bool { get }

    /// The pixels of a picture that ``describe(_:)`` wants. Default: 256 pixels on the longer side.
    var input: Output { get }

    /// The memory and the processes of the describer, in short lines for pages of health that anybody may read. Default:
    /// no line.
    var state: [String] { get }

    /// Describes upright pixels. The built-in describer wants 256 to 512 pixels on the longer side, and takes any size.
    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor

    /// Describes pixels that stand for a picture, or a part of one, with these sides. Default: ``describe(_:)``.
    func describe(_ pixels: PixelBuffer, decodedFrom size: Size) throws(DescribeError) -> Descriptor
}

extension Describer {
    /// The pixels that palettes are made of as well.
    public var input: Output { .pixels(fitting: 256) }

    /// No line.
    public var state: [String] { [] }

    /// The sides of the pixels say enough.
    public func describe(_ pixels: PixelBuffer, decodedFrom size: Size) throws(DescribeError) -> Descriptor {
        try describe(pixels)
    }
}

/// A describer that describes texts as well, in the space of its pictures: the dot product of a text with a picture is
/// the larger, the better the one says what the other shows.
public protocol TextDescriber: Describer {
    /// False where this very model has no tower for texts.
    var describesTexts: Bool { get }
    /// The odds that a text says what a picture shows, by their cosine; nil for a model that does not tell.
    var odds: TextOdds? { get }
    /// The languages of texts that the model names, as tags such as `ja`. Default: no language.
    var languages: [String] { get }

    /// The vectors of everyday objects and scenes, with which texts are compared. Default: those of
    /// ``TextBackground/texts``, described anew with each call.
    func background() throws(DescribeError) -> TextBackground
    /// Describes a text. May block, as ``Describer/describe(_:)`` may.
    func describe(text: String) throws(DescribeError) -> Descriptor
}

extension TextDescriber {
    /// No language.
    public var languages: [String] { [] }

    /// Describes all texts of the background.
    package func describeBackground() throws(DescribeError) -> [[Int8]] {
        try TextBackground.texts.map { text throws(DescribeError) in try describe(text: text).vector }
    }

    /// Describes all texts of the background with each call.
    public func background() throws(DescribeError) -> TextBackground { TextBackground(try describeBackground()) }
}

/// The learned scale and bias of a model, which turn a cosine into a probability: 1 / (1 + exp(-(scale · cosine + bias))).
///
/// Source: X. Zhai et al., "Sigmoid Loss for Language Image Pre-Training", ICCV 2023.
public struct TextOdds: Hashable, Sendable {
    /// The factor of a cosine.
    public var scale: Double
    /// The summand.
    public var bias: Double

    /// Creates the odds of a model.
    public init(scale: Double, bias: Double) {
        self.scale = scale
        self.bias = bias
    }

    /// Returns the probability that a text says what a picture shows.
    ///
    /// - Parameter cosine: That of their vectors.
    package func probability(of cosine: Double) -> Double { 1 / (1 + exp(-(scale * cosine + bias))) }
}

/// A picture that a describer could not describe, and the reason.
public enum DescribeError: Error, Hashable, Sendable {
    /// The parameters of a describer are damaged, or of a kind that this version does not know.
    case unusableParameters(detail: String)
    /// The picture has more pixels than the describer takes.
    case tooLarge(size: Size)
    /// An outside model did not answer, or not with a descriptor.
    case failed(detail: String)
    /// An outside model answered, but has no descriptor for this very picture.
    case undescribable(detail: String)
}

extension DescribeError: LocalizedError {
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension DescribeError: CustomStringConvertible {
    /// The fault in one sentence, without a capital letter or a period.
    public var description: String {
        switch self {
        case .unusableParameters(let detail): "the parameters of the describer are unusable: \(detail)"
        case .tooLarge(let size): "\(size.width) x \(size.height) pixels are more than the describer takes"
        case .failed(let detail), .undescribable(let detail): detail
        }
    }
}
