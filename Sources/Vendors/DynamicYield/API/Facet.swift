extension DynamicYield {
    /// The distribution of a column over all results.
    public struct Facet: Hashable, Sendable {
        /// The values of a facet, by their kind.
        public enum Content: Hashable, Sendable {
            /// The values, most frequent first.
            case values([Value])
            /// The smallest and the largest number.
            case range(min: Double, max: Double)
            /// A kind that is not known here, with all members of the facet.
            case other(type: String, JSONValue)
        }

        /// A value and the number of results that have it.
        public struct Value: Hashable, Sendable {
            /// The value.
            public var name: String
            /// The number of results with it.
            public var count: Int

            /// Creates a value with its number of results.
            public init(_ name: String, count: Int) {
                self.name = name
                self.count = count
            }
        }

        /// The column.
        public var column: String
        /// The name of the column for people.
        public var displayName: String
        /// The values.
        public var content: Content

        /// Creates a facet; the column is its own name for people by default.
        public init(_ column: String, displayName: String? = nil, _ content: Content) {
            self.column = column
            self.displayName = displayName ?? column
            self.content = content
        }
    }

    /// A value to keep for the next request of the same person.
    public struct Cookie: Hashable, Sendable {
        /// The name of the cookie.
        public var name: String
        /// Its value.
        public var value: String
        /// The time for which it is kept, in seconds.
        public var maxAge: String

        /// Creates a cookie.
        public init(_ name: String, _ value: String, maxAge: String) {
            self.name = name
            self.value = value
            self.maxAge = maxAge
        }

        /// The name of the visitor.
        package static let visitor = "_dyid_server"
        /// The name of the visit.
        package static let session = "_dyjsession"
    }

    /// A remark of the service.
    public struct Warning: Hashable, Sendable {
        /// The kind of the remark, for programs.
        public var code: String
        /// The remark, for people.
        public var message: String

        /// Creates a remark from its kind and its text.
        public init(_ code: String, _ message: String) {
            self.code = code
            self.message = message
        }
    }
}
