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

    /// Describes upright pixels. The built-in describer wants 256 to 512 pixels on the longer side, and takes any size.
    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor
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
