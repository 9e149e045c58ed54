internal import ImageTypes
internal import Imaging
internal import VisualSearch

extension ContentStore {
    /// ``search(_:)``, blocking.
    ///
    /// - Throws: `invalidArgument` for an unknown module or field, with the nearest name, and for a query beyond its limits.
    public func searchBlocking(_ query: ContentQuery) throws(SearchError) -> ContentPage<ContentInstance> {
        try query.check()
        if query.cacheSeconds > 0, let known = answers.answer(to: query, revision: try engine.store.revision()) {
            return known
        }
        let (page, revision) = try answer(query)
        if query.cacheSeconds > 0 { answers.keep(page, for: query, revision: revision) }
        return page
    }

    private func answer(_ query: ContentQuery) throws(SearchError) -> (ContentPage<ContentInstance>, revision: Int) {
        if query.text == nil, query.picture == nil {
            return try engine.store.read { snapshot throws(SearchError) in
                let plan = try plan(query, snapshot)
                let slots = try ordered(try snapshot.matching(plan.filter), by: plan.order, in: snapshot)
                return (try page(of: slots, plan, snapshot), snapshot.revision)
            }
        }
        var vector: [Int8]?
        if let picture = query.picture {
            vector = try engine.describeExample(picture, box: nil, limits: Limits()).vector
        }
        let request = { (snapshot: borrowing Snapshot) throws(SearchError) -> SearchRequest in
            let example = query.picture.map { SearchRequest.Example.image($0) }
            return SearchRequest(
                SearchRequest.Query(example: example, text: query.text),
                filter: try self.plan(query, snapshot).filter)
        }
        let answer = {
            (snapshot: borrowing Snapshot, slots: [Int], notices: [Notice]) throws(SearchError) -> (
                ContentPage<ContentInstance>, revision: Int
            ) in
            let plan = try self.plan(query, snapshot)
            let slots = query.order.isEmpty ? slots : try snapshot.sorted(slots, by: plan.order)
            var page = try self.page(of: slots, plan, snapshot)
            page.notices += notices
            return (page, snapshot.revision)
        }
        return try engine.matches(vector: vector, request, answer)
    }

    private func plan(_ query: ContentQuery, _ snapshot: borrowing Snapshot) throws(SearchError) -> ContentPlan {
        try ContentPlan(query, schema(in: snapshot), snapshot)
    }

    private func page(
        of slots: [Int], _ plan: ContentPlan, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> ContentPage<ContentInstance> {
        var reader = ContentReader(plan)
        switch plan.query.window {
        case .all:
            let items = try reader.instances(slots, in: snapshot)
            return ContentPage(page: 1, limit: slots.count, total: slots.count, items: items)
        case .page(let number, let limit):
            let skipped = (number - 1).multipliedReportingOverflow(by: limit)
            let wanted = skipped.overflow ? [] : Array(slots.dropFirst(skipped.partialValue).prefix(limit))
            let items = try reader.instances(wanted, in: snapshot)
            return ContentPage(page: number, limit: limit, total: slots.count, items: items)
        }
    }
}

extension ContentQuery {
    /// The accepted numbers of instances per page.
    package static let limits = 1...1000
    /// The accepted seconds of an earlier answer.
    package static let cacheLimits = 0...86_400

    /// Throws for the first value that is out of its range.
    package func check() throws(SearchError) {
        if case .page(let number, let limit) = window {
            guard number >= 1 else { throw .invalidArgument("the first page is 1; there is no page \(number)") }
            guard Self.limits.contains(limit) else {
                throw .invalidArgument("the limit must be from 1 to \(Self.limits.upperBound), not \(limit)")
            }
        }
        guard Self.cacheLimits.contains(cacheSeconds) else {
            throw .invalidArgument(
                "an answer may be 0 to \(Self.cacheLimits.upperBound) seconds old, not \(cacheSeconds)")
        }
        let lists = [ids?.count, audience?.tags.count, modules.count, order.count] + relations.map { $0.ids?.count }
        if let most = lists.compactMap({ $0 }).max(), most > ContentFilter.values {
            throw .invalidArgument("a query lists at most \(ContentFilter.values) ids, tags or names, not \(most)")
        }
        guard relations.count <= 100, order.count <= 16 else {
            throw .invalidArgument("a query has at most 100 relations and 16 keys of its order")
        }
        if let text, text.allSatisfy(\.isWhitespace) {
            throw .invalidArgument("the words to search for are empty; leave them out to search without words")
        }
    }
}
