/// The distribution of the values of one field over all hits.
///
/// A hit that variants share counts once for each value that one of its matching variants has; the range and the mean
/// are those of all matching variants.
public struct Facet: Hashable, Sendable {
    /// A value of the field and the number of hits that have it.
    public struct Value: Hashable, Sendable, Codable {
        /// The value, as text.
        public var value: String
        /// The number of hits with this value.
        public var count: Int
        /// The color that the value names, for a swatch; nil for values that name none.
        public var color: RGB?

        /// Creates a value with its number of hits, by default without a color.
        public init(_ value: String, count: Int, color: RGB? = nil) {
            self.value = value
            self.count = count
            self.color = color
        }
    }

    /// A bar of a histogram.
    public struct Bin: Hashable, Sendable, Codable {
        /// The lower end of the bin, included. It equals the upper end when all items have one value.
        public var lower: Double
        /// The upper end of the bin, not included.
        public var upper: Double
        /// The number of hits in the bin.
        public var count: Int

        /// Creates a bin from its ends and its number of hits.
        public init(lower: Double, upper: Double, count: Int) {
            self.lower = lower
            self.upper = upper
            self.count = count
        }
    }

    /// The name of the field.
    public var field: String
    /// The values, most frequent first, ties in the order of a dictionary. Empty for numbers and dates. With branches, a
    /// value such as `Bags` stands for all below it, such as `Bags > Handbags`.
    public var values: [Value]
    /// The number of further values that the limit leaves out.
    public var more: Int
    /// The branches of values such as `Bags > Handbags`, as a tree; empty unless requested and where no value is in a branch.
    public var tree: [Branch]
    /// The smallest and largest value of a number or date field (seconds since 1970); nil without such values.
    public var range: ClosedRange<Double>?
    /// The mean of the values of a number or date field (seconds since 1970); nil without such values.
    public var mean: Double?
    /// The bins in order, over the whole range of a number or date field: of equal width with round ends, and of dates days,
    /// weeks from Monday on, or months and years of the calendar in UTC. Their counts add up to the hits that have the
    /// field, but for hits with variants, which count once in each bin that one of them is in.
    public var histogram: [Bin]
    /// True for a field of dates: its range and bins are in seconds since 1970, and in JSON written as dates.
    public var isDate: Bool

    /// The name that facets and filters use for the colors that pictures show: `black`, `gray`, `white`, `beige`, `brown`,
    /// `red`, `orange`, `yellow`, `green`, `teal`, `blue`, `navy`, `purple` and `pink`.
    ///
    /// A picture shows each of them that takes up 15 % of the object in it. A field of the items with this name takes its
    /// place, and `*` does not include it.
    public static let pictureColors = "picture_colors"

    /// The text between a branch and what lies below it.
    package static let branchSeparator = " > "

    /// Creates a facet of a field; by default without values, range and histogram.
    public init(
        field: String, values: [Value] = [], more: Int = 0, range: ClosedRange<Double>? = nil, histogram: [Bin] = [],
        isDate: Bool = false, tree: [Branch] = [], mean: Double? = nil
    ) {
        self.tree = tree
        self.mean = mean
        self.field = field
        self.values = values
        self.more = more
        self.isDate = isDate
        self.range = range
        self.histogram = histogram
    }
}
