extension Bloomreach {
    /// The rows of an answer, with remarks on those that could not be read.
    public struct Rows<Row: Sendable>: RandomAccessCollection, Sendable {
        private let rows: [Row]
        /// The parts of the answer that could not be read, and remarks of the service.
        public let notices: [Fault]

        package init(_ rows: [Row], notices: [Fault] = []) {
            self.rows = rows
            self.notices = notices
        }

        /// The place of the first row, 0.
        public var startIndex: Int { 0 }
        /// The number of rows.
        public var endIndex: Int { rows.count }
        /// Returns a row by its place.
        public subscript(position: Int) -> Row { rows[position] }
    }

    /// A recommended item, with its data as a value of the caller's type.
    public struct Recommended<Item: Sendable>: Sendable {
        /// The name of the item, `item_id`.
        public var id: String
        /// The kind of model that gave it, `engine_name`; `random` for an item that fills an empty place.
        public var engine: String
        /// The model, `recommendation_id`.
        public var model: String
        /// The variant of the model, `recommendation_variant_id`, which later events of the customer name.
        public var variant: String?
        /// The strength, 0…1. Nil from the vendor's service.
        public var score: Double?
        /// The parts of the score, largest first. Empty from the vendor's service.
        public var reasons: [Recommendation.Reason]
        /// The data of the item, read from the whole row.
        public var item: Item

        package init(
            id: String, engine: String, model: String, variant: String?, score: Double?,
            reasons: [Recommendation.Reason], item: Item
        ) {
            self.id = id
            self.engine = engine
            self.model = model
            self.variant = variant
            self.score = score
            self.reasons = reasons
            self.item = item
        }

        /// True for an item that fills an empty place by chance.
        public var isFilled: Bool { engine == "random" }
    }

    /// Members of a row that no attribute replaces. The last two are ours.
    package static let systemKeys: Set<String> = [
        idKey, "engine_name", "recommendation_id", "recommendation_variant_id", "recommendation_score",
        "recommendation_reasons",
    ]

    static let idKey = "item_id"
}

extension Bloomreach.Rows: Equatable where Row: Equatable {}
extension Bloomreach.Recommended: Equatable where Item: Equatable {}
