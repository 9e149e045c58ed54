/// The settings of suggestions for texts that people begin to type.
public struct SuggestionSettings: Sendable {
    /// The searches of a text within ``days`` from which it is suggested. Default 50.
    public var searches = 50
    /// The clicks on results of a text from which it is suggested. Default 1.
    public var clicks = 1
    /// The days for which searches are counted, 1…3650. Default 30.
    public var days = 30
    /// Words that no suggestion contains, in any letter case. Default none.
    public var blockedTerms: Set<String> = []

    /// Creates the default settings.
    public init() {}
}

/// The fields of a store that protocols with fixed columns read and count, such as Dynamic Yield's.
public struct ColumnSettings: Sendable {
    /// The columns that have facets, at most 50. Nil, the default, chooses those with numbers, and those with at most
    /// 50 different texts.
    public var facets: [String]?
    /// The fields of the store by the columns that they hold, such as `name` in a field `label`. Default empty: `name`
    /// is in `title`, `categories` in `category`, `product_type` or `type`, `keywords` in `tags`, and `image_url` in
    /// `im_url`, where the store has no field of the column's own name.
    public var fields: [String: String] = [:]

    /// Creates the default settings.
    public init() {}
}
