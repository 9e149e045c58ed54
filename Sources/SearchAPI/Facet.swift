/// How the values of one field are distributed over all hits.
public struct Facet: Hashable, Sendable, Codable {
    public struct Value: Hashable, Sendable, Codable {
        public var value: String
        public var count: Int

        public init(_ value: String, count: Int) {
            self.value = value
            self.count = count
        }
    }

    /// A bar of a histogram.
    public struct Bin: Hashable, Sendable, Codable {
        /// Counts, the upper end does not; both are the same where all items have one value.
        public var lower: Double
        public var upper: Double
        public var count: Int

        public init(lower: Double, upper: Double, count: Int) {
            self.lower = lower
            self.upper = upper
            self.count = count
        }
    }

    public var field: String
    /// Most frequent first, ties by value. Empty for numbers and dates.
    public var values: [Value]
    /// Smallest and largest value of a number or date field (seconds since 1970); nil when there is none.
    public var range: ClosedRange<Double>?
    /// Bins of equal width, in order, over the whole range of a number or date field. Their counts add up to the hits
    /// that have the field.
    public var histogram: [Bin]

    public init(field: String, values: [Value] = [], range: ClosedRange<Double>? = nil, histogram: [Bin] = []) {
        self.field = field
        self.values = values
        self.range = range
        self.histogram = histogram
    }
}
