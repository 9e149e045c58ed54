internal import SearchAPI

/// A thing in a picture, ready to be searched with.
struct Thing: Sendable {
    private(set) var object: RecognizedObject
    /// Describes it.
    let vector: [Int8]
    private let kinship: Kinship?

    init(_ object: RecognizedObject, vector: [Int8], kinship: Kinship?) {
        self.object = object
        self.vector = vector
        self.kinship = kinship
        recognize(kinship?.type)
    }

    /// The same thing seen as one of `type`, where at least a third of the evidence speaks for that.
    func taken(for type: String) -> Thing? {
        guard let kinship, kinship.share(of: type) * 3 >= 1 else { return nil }
        var thing = self
        thing.recognize(type)
        return thing
    }

    private mutating func recognize(_ type: String?) {
        guard let kinship, let type else { return }
        object.type = type
        object.typeConfidence = kinship.share(of: type)
        object.attributes = kinship.attributes(of: type)
    }
}

extension RecognizedObject {
    /// Whether it has one of the values of each field.
    func has(_ wanted: [String: [String]]) -> Bool {
        wanted.allSatisfy { field, values in
            let wanted = Set(values.map { $0.lowercased() })
            return attributes[field, default: []].contains { wanted.contains($0.lowercased()) }
        }
    }
}
