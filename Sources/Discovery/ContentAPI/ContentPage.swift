/// A part of the content that a query has found.
public struct ContentPage<Element: Sendable>: Sendable {
    /// The number of the page, from 1.
    public var page: Int
    /// The most instances per page; for a query for everything, the number of instances.
    public var limit: Int
    /// The number of instances that match.
    public var total: Int
    /// The instances of the page, in order.
    public var items: [Element]
    /// The remarks for people about the answer.
    public var notices: [Notice]

    /// Creates a page.
    public init(page: Int, limit: Int, total: Int, items: [Element], notices: [Notice] = []) {
        self.page = page
        self.limit = limit
        self.total = total
        self.items = items
        self.notices = notices
    }

    /// The number of instances before the first of the page.
    public var offset: Int {
        let (offset, isTooLarge) = (page - 1).multipliedReportingOverflow(by: limit)
        return isTooLarge ? .max : offset
    }
    /// The number of pages.
    public var pages: Int { limit > 0 ? (total + limit - 1) / limit : 0 }

    /// Returns the page with other elements.
    package func map<Other: Sendable, Failure: Error>(
        _ change: (Element) throws(Failure) -> Other
    ) throws(Failure) -> ContentPage<Other> {
        ContentPage<Other>(
            page: page, limit: limit, total: total, items: try items.map { item throws(Failure) in try change(item) },
            notices: notices)
    }
}

extension ContentPage: Equatable where Element: Equatable {}
extension ContentPage: Hashable where Element: Hashable {}
