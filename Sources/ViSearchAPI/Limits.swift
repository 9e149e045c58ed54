extension ViSearch {
    /// The limits of the protocol, which client and server keep.
    public enum Limits {
        /// Hits of a page, of an object and of a group.
        public static let hits = SearchRequest.limits
        /// Objects of a picture, and points.
        public static let objects = Detection.limits
        /// Objects that are found where the request names no number.
        public static let defaultObjects = 5
        /// Colors of a search, and the weight of each.
        public static let colors = 1...16
        /// Weights of a color in a search by colors.
        public static let colorWeights = 1...100
        /// Items of one insert.
        public static let images = 100
        /// Parameters of an item to insert, name and URL included.
        public static let imageParameters = 32
        /// Bytes of the name of an item.
        public static let nameBytes = 1...512
        /// Errors on a page of the status of an insert.
        public static let errors = 100
        /// Values of one list. No store has as many fields that somebody would ask for, or filters that make sense
        /// together.
        public static let listValues = 300
        /// Events of one batch.
        public static let events = 1000
    }
}
