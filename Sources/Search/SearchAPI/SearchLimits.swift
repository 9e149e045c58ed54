// Limits of a request; every engine, client and server keeps to them.

extension SearchRequest {
    /// The accepted numbers of hits per page, and per group.
    package static let limits = 1...100
}

extension Detection {
    /// The accepted numbers of objects to find, and of boxes to search with at once.
    package static let limits = 1...30
}
