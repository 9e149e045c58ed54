extension ViSearch {
    /// The limits of the protocol, which client and server keep.
    package enum Limits {
        /// Hits of a page, of an object and of a group.
        package static let hits = SearchRequest.limits
        /// Objects of a picture, and points.
        package static let objects = Detection.limits
        /// Objects that are found where the request names no number.
        package static let defaultObjects = 5
        /// Colors of a search, and the weight of each.
        package static let colors = 1...16
        /// Weights of a color in a search by colors.
        package static let colorWeights = 1...100
        /// Items of one insert.
        package static let images = 100
        /// Parameters of an item to insert, name and URL included.
        package static let imageParameters = 32
        /// Bytes of the name of an item.
        package static let nameBytes = 1...512
        /// Errors on a page of the status of an insert.
        package static let errors = 100
        /// Values of one list. No store has as many fields that somebody would ask for, or filters that make sense
        /// together.
        package static let listValues = 300
    }
}
