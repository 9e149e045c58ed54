/// A run of values of a vector for one aspect of the picture.
public struct VectorPart: Hashable, Sendable {
    /// The aspects of a picture that a part can describe.
    public enum Aspect: String, Hashable, Sendable, CaseIterable { case shape, color, pattern }

    /// The aspect that the values describe.
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
    /// The parts of an outside model's vectors are unknown: the whole vector counts as pattern.
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
