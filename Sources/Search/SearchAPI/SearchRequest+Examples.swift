extension SearchRequest {
    /// An item or a picture that hits are to resemble, or not to resemble.
    public struct WeightedExample: Hashable, Sendable {
        /// The item or the picture.
        public var example: Example
        /// The weight, -1…1 and not 0. Default 1.
        ///
        /// Above 0, only the ratio to the other weights above 0 matters. Below 0, hits move away from the example, and
        /// farthest with -1.
        public var weight: Double

        /// Creates an example with a weight, 1 by default.
        public init(_ example: Example, weight: Double = 1) {
            self.example = example
            self.weight = weight
        }

        /// An item of the store, which is left out of the answer.
        public static func item(_ id: String, weight: Double = 1) -> Self { Self(.item(id: id), weight: weight) }

        /// A picture, or the part of it in a box of upright pixels of the original.
        public static func image(_ input: ImageInput, box: Box? = nil, weight: Double = 1) -> Self {
            Self(.image(input, box.map(Region.box)), weight: weight)
        }
    }
}

extension SearchRequest.Query {
    /// A query by several items or pictures: hits resemble their mean, and not those with a weight below 0.
    public static func examples(_ examples: [SearchRequest.WeightedExample]) -> Self { Self(examples: examples) }

    /// The examples that hits resemble, ``example`` first.
    package var positives: [SearchRequest.WeightedExample] {
        (example.map { [.init($0)] } ?? []) + examples.filter { $0.weight > 0 }
    }

    /// The examples that hits shall not resemble, ``unlike`` last.
    package var negatives: [SearchRequest.WeightedExample] {
        examples.filter { $0.weight < 0 } + unlike.map { .item($0, weight: -1) }
    }

    /// The first item or picture that hits resemble.
    package var firstExample: SearchRequest.Example? { example ?? examples.first { $0.weight > 0 }?.example }

    /// True where a picture has to be described.
    package var hasPicture: Bool {
        [example].contains { $0?.isPicture == true } || examples.contains { $0.example.isPicture }
    }

    /// The same query, whose only positive example is ``example``: it says all that a single one can.
    package var simplified: Self {
        guard example == nil, let place = examples.firstIndex(where: { $0.weight > 0 }),
            !examples[(place + 1)...].contains(where: { $0.weight > 0 })
        else { return self }
        var query = self
        query.example = query.examples.remove(at: place).example
        return query
    }
}

extension SearchRequest.Example {
    /// True for a picture, which has to be described.
    package var isPicture: Bool {
        if case .image = self { true } else { false }
    }
}
