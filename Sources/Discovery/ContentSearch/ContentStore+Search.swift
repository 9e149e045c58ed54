internal import ImageTypes
internal import Imaging
internal import VisualSearch

extension ContentStore {
    /// ``search(_:)``, blocking.
    ///
    /// - Throws: `invalidArgument` for an unknown module or field, with the nearest name, and for a query beyond its limits.
    public func searchBlocking(_ query: ContentQuery) throws(SearchError) -> ContentPage<ContentInstance> {
        try query.check()
        let cost = query.cacheSeconds > 0 ? query.bytes : .max
        guard cost <= Self.keptQuery else { return try answer(query).page }
        let (key, age) = (query.key, Duration.seconds(query.cacheSeconds))
        if let known = answers.value(for: key, at: try engine.store.revision(), age: age) { return known }
        let found = try answer(query)
        answers.keep(found.page, for: key, at: found.revision, cost: cost + found.bytes, age: age)
        return found.page
    }

    /// The most bytes of a query whose answer is kept.
    private static let keptQuery = 64 << 10

    /// A page, the revision that it is complete at, and about its bytes in memory.
    private struct Found {
        var page: ContentPage<ContentInstance>
        var revision: Int?
        var bytes: Int
    }

    private func answer(_ query: ContentQuery) throws(SearchError) -> Found {
        // The picture and the items are of one describer.
        try engine.steadily { () throws(SearchError) in try steadyAnswer(query) }
    }

    private func steadyAnswer(_ query: ContentQuery) throws(SearchError) -> Found {
        if query.text == nil, query.picture == nil {
            return try engine.store.read { snapshot throws(SearchError) in
                let plan = try plan(query, snapshot)
                let slots = try ordered(try snapshot.matching(plan.filter), by: plan.order, in: snapshot)
                return try page(of: slots, plan, snapshot)
            }
        }
        var vector: [Int8]?
        if let picture = query.picture {
            vector = try engine.describeExample(picture, box: nil, limits: Limits()).vector
        }
        let request = { (snapshot: borrowing Snapshot) throws(SearchError) -> SearchRequest in
            let example = query.picture.map { SearchRequest.Example.image($0) }
            return SearchRequest(
                SearchRequest.Query(example: example, text: query.text, readsMinus: false),
                filter: try self.plan(query, snapshot).filter)
        }
        let answer = {
            (snapshot: borrowing Snapshot, slots: [Int], notices: [Notice]) throws(SearchError) -> Found in
            let plan = try self.plan(query, snapshot)
            let slots = query.order.isEmpty ? slots : try snapshot.sorted(slots, by: plan.order)
            var found = try self.page(of: slots, plan, snapshot)
            found.page.notices += notices
            return found
        }
        return try engine.matches(vector: vector, request, answer)
    }

    private func plan(_ query: ContentQuery, _ snapshot: borrowing Snapshot) throws(SearchError) -> ContentPlan {
        try ContentPlan(query, schema(in: snapshot), snapshot)
    }

    private func page(
        of slots: [Int], _ plan: ContentPlan, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Found {
        var reader = ContentReader(plan)
        let page: ContentPage<ContentInstance>
        switch plan.query.window {
        case .all:
            guard Budget.current == nil || slots.count <= ContentQuery.servedInstances else {
                throw .invalidArgument(
                    "without pages an answer has at most \(ContentQuery.servedInstances) instances, and \(slots.count) "
                        + "match; ask for pages")
            }
            let items = try reader.instances(slots, in: snapshot)
            page = ContentPage(page: 1, limit: slots.count, total: slots.count, items: items)
        case .page(let number, let limit):
            let skipped = (number - 1).multipliedReportingOverflow(by: limit)
            let wanted = skipped.overflow ? [] : Array(slots.dropFirst(skipped.partialValue).prefix(limit))
            let items = try reader.instances(wanted, in: snapshot)
            page = ContentPage(page: number, limit: limit, total: slots.count, items: items)
        }
        // Values in memory take several times the bytes of their JSON.
        return Found(page: page, revision: snapshot.completeRevision, bytes: 512 + 8 * reader.bytes)
    }
}

extension ContentQuery {
    /// The accepted numbers of instances per page.
    package static let limits = 1...1000
    /// The most instances that a client of a server gets without pages.
    package static let servedInstances = 5000
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
        if let text, text.utf8.count > SearchRequest.textBytes {
            let most = SearchRequest.textBytes
            throw .invalidArgument("the words of a query have at most \(most) bytes, not \(text.utf8.count)")
        }
        if let text, text.allSatisfy(\.isWhitespace) {
            throw .invalidArgument("the words to search for are empty; leave them out to search without words")
        }
    }
}
