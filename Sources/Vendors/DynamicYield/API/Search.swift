extension DynamicYield {
    /// A semantic search by a text, or a visual search by a picture.
    public struct Search: Hashable, Sendable {
        /// The text or the picture that is searched with.
        public enum Query: Hashable, Sendable {
            /// A text of at most 1,000 characters. An empty one lists all products that pass the filters.
            /// `correctsSpelling` also searches for words that may be meant.
            case text(String, correctsSpelling: Bool = false)
            /// A picture; at most 10 MB on the way.
            case image(ImageInput)
        }

        /// The text or the picture.
        public var query: Query
        /// The page that the search comes from.
        public var page: Page
        /// The conditions that all have to hold; at most 15. Default none.
        public var filters: [Filter]
        /// The part of the results to return. Nil, the default, for the first 24 of a text and for the whole list of a
        /// picture. Dynamic Yield itself takes no window with a picture; a server of your own does.
        public var window: Window?
        /// The order of the results. Default relevance.
        public var sort: Sort
        /// The data of products to return. Default all.
        public var productData: ProductData
        /// The branch whose products, prices and stocks count. Default nil.
        public var branch: String?
        /// Values that campaigns are targeted by; they filter nothing. Default none.
        public var pageAttributes: [String: PageAttribute]
        /// Adds the names of the campaign to the answer. Default false.
        public var returnsAnalytics: Bool
        /// Lets the service take the address and the device from the HTTP request. Nil leaves it to the service.
        public var readsClientData: Bool?
        /// Counts the search among the searches of this text. Nil leaves it to the service, which does.
        public var countsSearch: Bool?
        /// The person, the visit and the device. Default unknown.
        public var visitor: Visitor

        /// Creates a search; everything but the query and the page has its default.
        public init(
            _ query: Query, on page: Page, filters: [Filter] = [], window: Window? = nil, sort: Sort = .relevance,
            productData: ProductData = .all, branch: String? = nil, pageAttributes: [String: PageAttribute] = [:],
            returnsAnalytics: Bool = false, readsClientData: Bool? = nil, countsSearch: Bool? = nil,
            visitor: Visitor = Visitor()
        ) {
            self.query = query
            self.page = page
            self.filters = filters
            self.window = window
            self.sort = sort
            self.productData = productData
            self.branch = branch
            self.pageAttributes = pageAttributes
            self.returnsAnalytics = returnsAnalytics
            self.readsClientData = readsClientData
            self.countsSearch = countsSearch
            self.visitor = visitor
        }

        /// True for a search by a picture.
        package var isVisual: Bool { if case .image = query { true } else { false } }

        /// The name under which the service has this kind of search.
        package var selector: String { isVisual ? Search.visual : Search.semantic }
        package static let semantic = "Semantic Search"
        package static let visual = "Visual Search"
    }

    /// A condition on a column of the catalog.
    public enum Filter: Hashable, Sendable {
        /// The column has one of the values; 1 to 100.
        case anyOf(String, [String])
        /// The number or the date (seconds since 1970) in the column is within the bounds, both included. One bound
        /// may be missing.
        case range(String, min: Double? = nil, max: Double? = nil)

        /// The column.
        public var field: String {
            switch self {
            case .anyOf(let field, _), .range(let field, _, _): field
            }
        }
    }

    /// A part of the results.
    public struct Window: Hashable, Sendable {
        /// The most slots, 1…100.
        public var numItems: Int
        /// The results before the first slot, from 0.
        public var offset: Int

        /// Creates a window; by default the first 24 results.
        public init(numItems: Int = 24, offset: Int = 0) {
            self.numItems = numItems
            self.offset = offset
        }
    }

    /// The order of results.
    public enum Sort: Hashable, Sendable {
        /// The direction of an order.
        public enum Order: String, Hashable, Sendable, CaseIterable {
            /// The smallest value first.
            case ascending = "asc"
            /// The largest value first.
            case descending = "desc"
        }

        /// The kind of a column.
        public enum ColumnType: String, Hashable, Sendable, CaseIterable {
            /// Numbers.
            case number
            /// Moments.
            case date
            /// Texts.
            case string
        }

        /// The best match first.
        case relevance
        /// The number of times that people have clicked or bought a product.
        case popularity(Order = .descending)
        /// A column of the catalog, and its kind where that has to be said.
        case field(String, type: ColumnType? = nil, Order = .ascending)
    }

    /// The data of products in an answer.
    public enum ProductData: Hashable, Sendable {
        /// All columns.
        case all
        /// No column: the SKUs alone.
        case skusOnly
        /// These columns.
        case fields([String])
    }

    /// The value of a page attribute.
    public enum PageAttribute: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// A whole number.
        case int(Int)
        /// A text.
        case string(String)

        /// Creates a text.
        public init(stringLiteral value: String) { self = .string(value) }
        /// Creates a whole number.
        public init(integerLiteral value: Int) { self = .int(value) }
    }
}
