extension DynamicYield {
    /// The results of a search.
    public struct Results<Item: Sendable>: Sendable {
        /// The text as it was sent.
        public var query: String?
        /// The text as it was searched with.
        public var normalizedQuery: String?
        /// The text with its spelling corrected; nil or the text itself where nothing was corrected.
        public var correctedQuery: String?
        /// The number of all results.
        public var total: Int?
        /// The distributions of columns over all results.
        public var facets: [Facet] = []
        /// The results within the window.
        public var slots: [Slot<Item>] = []
        /// Data of the campaign.
        public var custom: JSONValue?

        package init() {}
    }

    /// One result.
    public struct Slot<Item: Sendable>: Sendable {
        /// The name of this result in this decision, for reports of clicks.
        public var id: String
        /// The product.
        public var sku: String
        /// The data of the product.
        public var item: Item

        package init(id: String, sku: String, item: Item) {
            self.id = id
            self.sku = sku
            self.item = item
        }
    }
}

extension DynamicYield.Slot: Equatable where Item: Equatable {}
