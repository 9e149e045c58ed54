/// An object in a picture, ready to be searched with.
struct DescribedObject: Sendable {
    private(set) var object: RecognizedObject
    /// Describes it.
    let vector: [Int8]
    private let neighborVote: NeighborVote?

    init(_ object: RecognizedObject, vector: [Int8], neighborVote: NeighborVote?) {
        self.object = object
        self.vector = vector
        self.neighborVote = neighborVote
        recognize(neighborVote?.type)
    }

    /// The same object seen as one of `type`, where at least a third of the evidence speaks for that.
    func taken(for type: String) -> DescribedObject? {
        guard let neighborVote, neighborVote.share(of: type) * 3 >= 1 else { return nil }
        var thing = self
        thing.recognize(type)
        return thing
    }

    private mutating func recognize(_ type: String?) {
        guard let neighborVote, let type else { return }
        object.type = type
        object.typeConfidence = neighborVote.share(of: type)
        object.attributes = neighborVote.attributes(of: type)
    }
}

extension RecognizedObject {
    /// Returns true if the object has one of the values of each field.
    func has(_ wanted: [String: [String]]) -> Bool {
        wanted.allSatisfy { field, values in
            let wanted = Set(values.map { $0.lowercased() })
            return attributes[field, default: []].contains { wanted.contains($0.lowercased()) }
        }
    }
}
