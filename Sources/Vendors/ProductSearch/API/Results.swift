extension ProductSearch {
    /// The answer of everything that finds products. Values that an operation does not return are nil.
    public struct Results: Hashable, Sendable {
        /// The outcome; `fail` only where nothing was done.
        public package(set) var status: Status
        /// The operation that answered.
        package var method: String
        /// The name of the request, for events and questions to the service.
        public package(set) var requestID: String?
        /// The reason of a failure; nil when all is well.
        package var error: ErrorMessage?
        /// From 1.
        public var page: Int?
        /// Nil in answers by groups and by objects.
        public var limit: Int?
        /// The number of products that match; a server of your own stops counting at 1,000.
        public var total: Int?

        /// Best first.
        public var products: [Product] = []
        /// The field that products are grouped by.
        public var groupField: String?
        /// Products per group, as asked for.
        public var groupLimit: Int?
        /// The groups; nil where none were asked for.
        public var groups: [Group]?
        /// Nil unless asked for.
        public var facets: [Facet]?

        /// The name of the uploaded picture, for further requests.
        public var imageID: String?
        /// The objects in the picture, surest first.
        public var productTypes: [FoundObject] = []
        /// The objects in the picture with their products; nil unless all objects were asked for.
        public var objects: [FoundObject]?

        /// The fields of the catalog by the service's names for them; nil unless asked for.
        public var fieldNames: [String: String]?
        /// Recommendations: the product that was asked for.
        public var product: Product?
        /// The product that was searched with.
        public var queryInfo: Product?
        /// The facts about the picture of the query, by their names; nil unless asked for.
        public var queryMetadata: [String: String]?

        /// Recommendations: how they were found.
        public var strategy: Strategy?
        /// Recommendations: the experiment that the answer is a part of.
        public var experiment: Experiment?
        /// Alternatives per product, as asked for.
        public var alternativeLimit: Int?
        /// Products that somebody took out by hand.
        public var excluded: [String]?
        /// The sets that products belong to.
        public var sets: [SetInfo]?

        /// The words with their spelling corrected; from a server of your own alone.
        public var correctedText: String?
        /// Sentences about parameters without effect, or with less than was meant; from a server of your own alone.
        public var warnings: [String] = []
        /// Further members that the service sent, by their names on the wire.
        public var other: [String: JSONValue] = [:]

        /// Creates an answer without products.
        package init(_ operation: Operation, requestID: String? = nil) {
            status = .ok
            method = operation.rawValue
            self.requestID = requestID
        }

        /// Creates the answer to a request that failed.
        package init(_ operation: Operation, failure: Fault, requestID: String? = nil) {
            self.init(operation, requestID: requestID)
            status = .fail
            error = ErrorMessage(code: failure.code, message: failure.text)
        }
    }
}
