public import Imaging
public import SearchAPI

extension SearchEngine {
    /// ``search(_:)``, blocking.
    ///
    /// What the parts of a request mean here:
    /// - A picture is compared as a whole, or within its box; a point stands for the thing under it. With detection, the
    ///   best thing in the picture is compared.
    /// - Parts of a query that are combined count alike. With words beside a picture or colors, items that say none of
    ///   them stay in the answer, further down; with words alone they do not.
    /// - Sorting, grouping and dedup work on the best ``SearchAPI/SearchRequest/window`` matches.
    /// - `total` and the facets count all matches, less what dedup took out; for groups, hits and not groups.
    ///
    /// - Parameter limits: What the picture of the query may cost.
    public func searchNow(_ request: SearchRequest, limits: Limits = Limits()) throws(SearchError) -> SearchAnswer {
        try request.check()
        guard case .image(let input, let box) = request.query.look else { return try answer(request, vector: nil) }
        if let things = try things(of: request, input, box, limits) {
            var answer = try answer(request, vector: things[0].vector)
            answer.queryBox = things[0].object.box
            if request.detection != nil { answer.objects = things.map(\.object) }
            return answer
        }
        let image = try describe(input, box: box, limits: limits, thumbnailSide: nil)
        var answer = try answer(request, vector: image.descriptor.vector)
        answer.queryBox = image.box
        return answer
    }

    /// The things to search with, best first; nil where the picture or its box is taken as it is.
    private func things(
        of request: SearchRequest, _ input: ImageInput, _ box: Box?, _ limits: Limits
    ) throws(SearchError) -> [Thing]? {
        let isPoint = box?.isPoint ?? false
        var detection = request.detection
        if let type = detection?.type, try name(ofType: type) == nil { detection = nil }
        guard detection != nil || isPoint else { return nil }
        let scene = try Scene.reading(input, limits: limits)
        return try recognize(
            in: scene, at: box.map { [$0] } ?? [], detection ?? Detection(), workers: Batch.usableCores)
    }

    /// What matches a request whose picture, if it has one, is described by `vector`.
    package func answer(_ request: SearchRequest, vector: [Int8]?) throws(SearchError) -> SearchAnswer {
        try catalogue.read(withPalettes: !request.query.colors.isEmpty) { snapshot throws(SearchError) in
            let query = try PreparedQuery(request.query, vector: vector, parts: describer.parts, in: snapshot)
            let reorders = request.sort != nil || request.grouping != nil || request.dedup != nil
            let wanted = reorders ? SearchRequest.window : request.page * request.limit
            var ranking = try Ranking(query, request, wanted: wanted, in: catalogue, snapshot)
            if let similarity = request.dedup {
                try ranking.removeDuplicates(above: similarity, parts: describer.parts, in: catalogue, snapshot)
            }
            var answer = try page(of: ranking, query, request, snapshot)
            if let facets = request.facets { answer.facets = try snapshot.facets(facets, over: ranking.slots) }
            answer.queryItem = query.item
            answer.notices += query.corrections.map(Notice.init)
            return answer
        }
    }

    private func page(
        of ranking: Ranking, _ query: PreparedQuery, _ request: SearchRequest, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> SearchAnswer {
        var answer = SearchAnswer(total: ranking.total, page: request.page, limit: request.limit)
        var places = ranking.best
        if let sort = request.sort {
            let keys = Dictionary(uniqueKeysWithValues: places.map { ($0.slot, $0.key) })
            places = try snapshot.sorted(places.map(\.slot), by: sort).map {
                Ranking.Place(slot: $0, key: keys[$0] ?? 0)
            }
        }
        let skipped = (request.page - 1) * request.limit
        guard let grouping = request.grouping else {
            for place in places.dropFirst(skipped).prefix(request.limit) {
                answer.hits.append(try hit(place, query, request, snapshot))
            }
            return answer
        }
        let keys = Dictionary(uniqueKeysWithValues: places.map { ($0.slot, $0.key) })
        let groups = try snapshot.groups(places.map(\.slot), by: grouping)
        for (value, slots) in groups.dropFirst(skipped).prefix(request.limit) {
            var group = Group(value: value, hits: [])
            for slot in slots {
                group.hits.append(try hit(Ranking.Place(slot: slot, key: keys[slot] ?? 0), query, request, snapshot))
            }
            answer.groups.append(group)
        }
        return answer
    }

    private func hit(
        _ place: Ranking.Place, _ query: PreparedQuery, _ request: SearchRequest, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Hit {
        let item = try request.fields == nil ? snapshot.head(at: place.slot) : snapshot.item(at: place.slot)
        guard let item else {
            throw .store(path: store.path, reason: "it is damaged: slot \(place.slot) has no item")
        }
        var hit = Hit(id: item.id, score: place.score, source: item.source)
        if let fields = request.fields {
            hit.attributes = fields.contains("*") ? item.attributes : item.attributes.filter { fields.contains($0.key) }
        }
        if request.explains {
            hit.explanation = try query.explanation(of: place.slot, score: place.score, in: catalogue, snapshot)
        }
        return hit
    }
}
