/// A run of values of a vector that stands for one aspect of the picture.
public struct VectorPart: Hashable, Sendable {
    /// The aspects of a picture that a part can stand for.
    public enum Aspect: String, Hashable, Sendable, CaseIterable { case shape, color, pattern }

    /// The aspect that the values stand for.
    package var aspect: Aspect
    /// The values, by their place in the vector.
    package var range: Range<Int>

    /// Creates a part of the values in a range.
    public init(_ aspect: Aspect, _ range: Range<Int>) {
        self.aspect = aspect
        self.range = range
    }
}

extension Describer {
    /// An outside model says nothing about the parts of its vectors: all of it counts as pattern.
    public var parts: [VectorPart] { [VectorPart(.pattern, 0..<dimensions)] }
}

extension BuiltInDescriber {
    /// The blocks of the vector; the kind of object counts as shape.
    public var parts: [VectorPart] {
        Block.allCases.compactMap { block in
            guard let range = ranges[block] else { return nil }
            return switch block {
            case .pattern: VectorPart(.pattern, range)
            case .kind: VectorPart(.shape, range)
            case .shape: VectorPart(.shape, range)
            case .color: VectorPart(.color, range)
            }
        }
    }
}
