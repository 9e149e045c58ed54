extension ProductSearch {
    /// The way in which recommendations were found.
    public struct Strategy: Hashable, Sendable {
        /// The number of the strategy at the service; nil at a server of your own.
        public var id: Int?
        /// The name of the strategy.
        public var name: String?
        /// Such as `VSR` or `CTL`.
        public var algorithm: String?
        /// The algorithm that stood in for the one asked for.
        public var fallback: String?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates the way in which recommendations were found.
        package init(id: Int? = nil, name: String? = nil, algorithm: String? = nil) {
            (self.id, self.name, self.algorithm) = (id, name, algorithm)
        }
    }

    /// The experiment that an answer is a part of.
    public struct Experiment: Hashable, Sendable {
        /// The number of the experiment.
        public var id: Int?
        /// The number of the variant.
        public var variantID: Int?
        /// The name of the variant.
        public var variant: String?
        /// The number of the strategy of the variant.
        public var strategyID: Int?
        /// The experiment shows nothing to this visitor.
        public var showsNothing: Bool
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates an experiment with its variant.
        package init(variant: String?) { (self.variant, showsNothing) = (variant, false) }
    }
}
