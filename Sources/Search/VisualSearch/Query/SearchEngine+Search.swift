extension SearchEngine {
    /// ``search(_:)``, blocking.
    ///
    /// The meaning of the parts of a request in this engine:
    /// - A picture is compared as a whole, or within its box; a point selects the object under it. With detection, the
    ///   best object in the picture is compared; where no object has the requested type, or the object is small and
    ///   nothing in the store is like it, the whole picture, and where an item of the store shows that very picture.
    /// - A product type of the detection is that of the hits, too: only items that the catalog says are of it count.
    /// - A box that detection gives as well, or nearly (an overlap of 0.9), is compared as the detected object alone,
    ///   so a box of an earlier answer gives the same hits. Knowing that takes one detection for each search with a
    ///   box.
    /// - An item is relevant if it is relevant by every part of the query: a score of its picture that is nearly the best
    ///   one that the filter leaves, where some item stands out of its neighbors
    ///   (``/SearchAPI/SearchRequest/strictness`` tells how nearly, and how far); a fifth of the color or more; words whose
    ///   relevance is nearly that of the best item. The very same picture is no measure of what is like it.
    /// - An item has all words of the query. Only where none has, items with the most of them count, and a notice says so;
    ///   of a text of more than four words that some item has, a third is enough, unless five items have them all. A word
    ///   is met by its forms, spellings and beginnings, by a correction, by related terms, and by pictures that show it.
    ///   A filter leaves items out and changes nothing about the words that the others need.
    /// - Parts of a query that are combined count alike. With the scope `all`, items that lack words beside a picture or
    ///   colors stay in the answer, further down; with words alone they do not.
    /// - Words that pictures show, where the store has learned which, find items whose text lacks them: for words alone
    ///   after all items that say them. Beside a picture, they also change the look that is searched for.
    /// - Where the describer describes texts, words find the items that say them first, and then those whose pictures show
    ///   what the text says, in any language that the model knows; beside a picture, both make one look.
    /// - Items without any text but names of folders and files and what cameras write are found by words alone where their
    ///   pictures seem to show what the words name: a class of ImageNet, a kind of it, a color. The head nouns of a phrase
    ///   rule: `bench with shoe storage` is a bench. They come after all others.
    /// - Where words find nothing, a notice names what can be asked of the items that were searched in.
    /// - An item of several pictures counts once, by the one that agrees best with the query: ``/SearchAPI/Hit/picture``. An
    ///   item that is searched with counts by all its pictures, or by the one that the query names.
    /// - Where the query gives words in pictures a weight, words that were read in the example and in an item raise the
    ///   item's score; see ``/SearchAPI/SearchRequest/Query/pictureTextWeight``. No item leaves the answer for its words, or for
    ///   a lack of them; one that its look leaves out joins it where its score is nearly the best.
    /// - Several examples are searched for by the mean of their vectors, in which all pictures of an item share its weight; the
    ///   score is the similarity to that mean. The item, the box and the objects of the answer are those of the first one.
    /// - Items and pictures to be unlike leave the answer, and with them what looks nearly the same. Beside an example, the
    ///   look that is searched for moves away from them; without one, scores fall by up to a half, the more an item
    ///   resembles one of them.
    /// - Items that contain a word with a minus leave the answer, as they do by a filter: the word itself or its singular or
    ///   plural, in any string, text or list attribute. Neither related words count nor what pictures show.
    /// - Phrases that are read of the text leave items out as the filter does. A text of conditions alone finds all items that
    ///   meet them, each with the score 1, in the requested order. Where no item meets them and says the words, items that
    ///   meet them are the hits by those of the words that they say; where none meets them, ``/SearchAPI/SearchAnswer/nearest``
    ///   has what meets all but one, and what the text excludes stays away. Notices tell both.
    /// - The stages follow each other as ``/SearchAPI/SearchRequest/stages`` lists them. An order, variants, dedup
    ///   and groups go through the best 20,000 matches.
    /// - `total` and the facets count all matches; after dedup the remaining ones, and `total` counts groups where
    ///   there are. Of more than 1,000 items that a picture alone makes relevant, the first 1,000 count, and a notice says
    ///   so.
    ///
    /// - Parameters:
    ///   - request: The query, and what is wanted of its hits.
    ///   - limits: What the picture of the query may cost.
    ///   - workers: Detected objects that are described at the same time. Default: the cores this process may use.
    ///   - cancellation: Ends the call at its next step with `cancelled`. Default: never.
    public func searchBlocking(
        _ request: SearchRequest, limits: Limits = Limits(), workers: Int = Batch.usableCores,
        cancellation: Cancellation = Cancellation()
    ) throws(SearchError) -> SearchAnswer {
        let options = try CallOptions(limits, workers: workers, cancellation)
        try request.check()
        var request = request
        request.query = request.query.simplified
        return try steadily { [request] () throws(SearchError) in
            let (request, phrases, notices) = try readPhrases(of: request)
            var answer = try search(request, options)
            answer.phrases = phrases
            answer.notices += notices
            return answer
        }
    }

    private func search(_ request: SearchRequest, _ options: CallOptions) throws(SearchError) -> SearchAnswer {
        let examples = try describedExamples(of: request, options)
        guard case .image(let input, let region) = request.query.example else {
            let first = request.query.example == nil ? examples.first(of: request.query) : nil
            var answer = try answer(request, vector: nil, examples, seenType: first?.objects.first?.type)
            if let first { (answer.queryBox, answer.objects) = (first.box, first.objects) }
            return answer
        }
        let part = try part(of: input, region, request.detection, options)
        var answer = try answer(request, vector: part.vector, examples, seenType: part.objects.first?.type)
        answer.queryBox = part.box
        if region == nil, part.isSmall, request.query.positives.count == 1, answer.hasOnlyPins(for: request) {
            // The detector chose this region, not the caller: search with the whole picture.
            let (whole, box) = try describeExample(input, box: nil, options)
            answer = try self.answer(request, vector: whole, examples)
            answer.queryBox = box
        }
        if request.detection != nil { answer.objects = part.objects }
        return answer
    }

    /// Returns the answer to a request whose picture, if it has one, is described by `vector`.
    ///
    /// - Parameter seenType: The type of the object that the picture shows; nil where it is unknown.
    package func answer(
        _ request: SearchRequest, vector: [Int8]?, seenType: String? = nil
    ) throws(SearchError) -> SearchAnswer {
        try answer(request, vector: vector, DescribedExamples(), seenType: seenType)
    }

    /// - Parameter examples: The pictures of the further examples.
    func answer(
        _ request: SearchRequest, vector: [Int8]?, _ examples: DescribedExamples, seenType: String? = nil
    ) throws(SearchError) -> SearchAnswer {
        let wanted = request.query
        let needsPalettes = !wanted.colors.isEmpty || !wanted.avoidedColors.isEmpty || namesColor(wanted.wantedText)
        // Before the state of the catalog is held: a model takes its time.
        let text = try text(of: request.query)
        let open = try openFacets(of: request)
        return try reading(withPalettes: needsPalettes) { snapshot throws(SearchError) in
            try request.checkFields(in: snapshot)
            let rules = try activeRules(
                request, hasPicture: vector != nil || examples.first(of: request.query) != nil, seenType: seenType,
                in: snapshot)
            let inputs = QueryInputs(vector: vector, examples: examples, text: text, rules: rules)
            var query = try measuredQuery(request, inputs, in: snapshot)
            var ranking = try ranking(query, request, snapshot)
            let loosened = ranking.total > 0 ? nil : try withFewerWords(request, inputs, query, in: snapshot)
            if let loosened { (query, ranking) = (loosened.query, loosened.ranking) }
            var answer = try page(of: ranking, query, request, snapshot)
            if let facets = request.facets {
                answer.facets = try snapshot.facets(facets, ranking.tiles) { field throws(SearchError) in
                    guard let wider = open[field] else { return ranking.slots }
                    var other = query
                    if wider.isSaidOtherwise {
                        other = try self.query(
                            wider.request, vector: vector, examples, wider.text, rules: rules, in: snapshot)
                    }
                    // By the cut of this answer: the chosen value counts as many as the answer.
                    if let scale = query.scale {
                        other = other.measured(by: scale, neighbors: [], textCut: query.pictureText?.cut)
                    }
                    return try self.ranking(other, wider.request, snapshot).slots
                }
            }
            answer.queryItem = query.item
            answer.notices += query.wordNotices + [loosened?.notice].compactMap(\.self) + rules.notices
            answer.rules = try rules.applied(placing: Set(ranking.pins.lazy.map(\.place.slot)), in: snapshot)
            answer.redirect = rules.redirect
            answer.correctedQuery = query.corrected
            answer.kindWeight = query.votes?.weight
            if ranking.total == 0, request.page == 1, request.countsRelevantOnly {
                try addNearest(to: &answer, ranking, query, request, snapshot)
            }
            if ranking.total == 0 {
                try addWithFewerConditions(to: &answer, request, inputs, query, in: snapshot)
            }
            answer.notices += try snapshot.notices(of: request, isEmpty: ranking.total == 0)
            if let notice = try notice(ofType: request.detection?.type, in: snapshot) { answer.notices.append(notice) }
            if ranking.isPartial { answer.notices.append(.partialCount) }
            if ranking.total == 0, answer.nearest.isEmpty, let notice = try askable(request, query, in: snapshot) {
                answer.notices.append(notice)
            }
            return answer
        }
    }

    /// Returns the scores of slots for the example in a picture described by `vector`, as a search computes them, but not
    /// cut off at 0.
    ///
    /// - Parameter kindWeight: The most that the kind of product adds; nil, the default, for the usual one.
    package func scores(
        of vector: [Int8], at slots: [Int], kindWeight: Double? = nil
    ) throws(SearchError) -> [Double] {
        try reading(withPalettes: false) { snapshot throws(SearchError) in
            let query = SearchRequest.Query(example: .image(.bytes([])), kindWeight: kindWeight)
            let request = SearchRequest(query)
            return try self.query(request, vector: vector, in: snapshot).keys(of: slots, in: snapshot)
        }
    }

    /// Resolves the query of a request in a state of the catalog: all but the scale of its similarities.
    ///
    /// - Parameters:
    ///   - vector: Describes the picture of the query; nil without one.
    ///   - examples: The pictures of the further examples.
    ///   - text: The words of the query as the describer sees them; nil where it sees none.
    ///   - slots: The items whose words count; nil for all.
    ///   - rules: The rules that apply.
    func query(
        _ request: SearchRequest, vector: [Int8]?, _ examples: DescribedExamples = DescribedExamples(),
        _ text: TextJoin.Text? = nil, among slots: Bitmap? = nil, rules: ActiveRules = .none,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PreparedQuery {
        let scale = describer.scale
        let said = try text.map { text throws(SearchError) in
            try TextJoin(text, scale: scale, in: catalog, snapshot)
        }
        let shownWords = request.query.kindWeight == 0 ? nil : catalog.learned?.shownWords(in: catalog)
        var query = try PreparedQuery(
            request.query, vector: vector, examples, said: said, parts: describer.parts,
            relatedWords: relatedWords.adding(rules.synonyms), shownWords: shownWords, among: slots, rules: rules,
            within: rules.visible(self.slots(ofType: request.detection?.type, in: snapshot), in: snapshot), in: catalog,
            snapshot)
        if let text = request.query.wantedText, query.isTextOnly, request.query.kindWeight != 0 {
            query.add(try classMatches(of: text, in: snapshot))
        }
        try query.findCopies(in: snapshot)
        try addVotes(to: &query, request, in: snapshot)
        query.pictureText = try pictureTextLikeness(query, request.query, in: snapshot)
        return query
    }

    /// ``query(_:vector:among:in:)`` with the scale of its similarities.
    func measuredQuery(
        _ request: SearchRequest, vector: [Int8]?, _ examples: DescribedExamples = DescribedExamples(),
        _ text: TextJoin.Text? = nil, among slots: Bitmap? = nil, rules: ActiveRules = .none,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PreparedQuery {
        try measured(
            query(request, vector: vector, examples, text, among: slots, rules: rules, in: snapshot), request,
            in: snapshot)
    }

    /// Finds the votes for the types of the example.
    private func addVotes(
        to query: inout PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard catalog.learned != nil, let similarity = query.example,
            request.query.kindWeight != 0, request.query.colorWeight == 0.5
        else { return }
        let all = try snapshot.matching(.all)
        // Those more that were searched with, for they are among them.
        let neighbors = try catalog.nearest(
            to: similarity, count: TypeVotes.pool + max(query.querySlots.count, 1), among: all, mode: .default,
            in: snapshot)
        // Hits beside words or colors are to look different, so that the type says more of what is wanted.
        let weight = request.query.kindWeight ?? (query.isExampleOnly ? nil : LearnedSpace.knownWeight)
        let votes = try typeVotes(
            of: similarity, querySlots: query.querySlots, neighbors: neighbors, weight: weight, in: snapshot)
        query.set(votes, neighbors: neighbors)
    }

    /// Adds the few nearest items that are worth showing, where no item is relevant, and says so.
    private func addNearest(
        to answer: inout SearchAnswer, _ ranking: Ranking, _ query: PreparedQuery, _ request: SearchRequest,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let candidates = try Ranking.candidates(query, request, in: snapshot)
        let count = min(request.limit, SearchAnswer.nearestLimit)
        let tiles = try request.variants.map { variants throws(SearchError) in
            try VariantTiles(variants.field, in: snapshot)
        }
        var places = try Ranking.nearest(
            query, count: tiles == nil ? count : SearchRequest.window, among: candidates, in: snapshot)
        if places.isEmpty, !query.nearPictures.isEmpty {
            let passing = try Ranking.passing(query, request, in: snapshot)
            places = query.nearPictures.filter { passing[$0.slot] }
        }
        if let tiles { places = Ranking.collapsed(places, tiles) }
        places = Array(places.prefix(count))
        if !places.isEmpty {
            answer.notices.append(Notice(.nothingRelevant, "no item is similar enough; these are the nearest"))
        }
        var near: [Ranking.Place] = []
        for place in places where try query.isNear(place, in: snapshot) { near.append(place) }
        answer.nearest = try hits(near, of: ranking, tiles, query, request, snapshot)
    }

    func page(
        of ranking: Ranking, _ query: PreparedQuery, _ request: SearchRequest, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> SearchAnswer {
        var answer = SearchAnswer(total: ranking.total, page: request.page, limit: request.limit)
        if request.explains { answer.stages = request.stages }
        let places = ranking.best
        let skipped = (request.page - 1) * request.limit
        guard let grouping = request.grouping else {
            let shown = Array(places.dropFirst(skipped).prefix(request.limit))
            answer.hits = try hits(shown, of: ranking, ranking.tiles, query, request, snapshot)
            return answer
        }
        let keys = Dictionary(uniqueKeysWithValues: places.map { ($0.slot, $0.key) })
        let groups = query.rules.placed(try snapshot.groups(places.map(\.slot), by: grouping))
        answer.total = groups.count
        let shown = groups.dropFirst(skipped).prefix(request.limit)
        let hits = try hits(
            shown.flatMap(\.slots).map { Ranking.Place(slot: $0, key: keys[$0] ?? 0) }, of: ranking, ranking.tiles,
            query, request, snapshot)
        var rest = hits[...]
        for (value, slots) in shown {
            answer.groups.append(Group(value: value, hits: Array(rest.prefix(slots.count))))
            rest = rest.dropFirst(slots.count)
        }
        return answer
    }

    /// The hits of places, with their variants where they are requested.
    private func hits(
        _ places: [Ranking.Place], of ranking: Ranking, _ tiles: VariantTiles?, _ query: PreparedQuery,
        _ request: SearchRequest,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Hit] {
        var hits: [Hit] = []
        for place in places { hits.append(try hit(place, of: ranking, query, request, snapshot)) }
        if let tiles { try addVariants(to: &hits, at: places.map(\.slot), tiles, query, request, snapshot) }
        return hits
    }

    private func hit(
        _ place: Ranking.Place, of ranking: Ranking, _ query: PreparedQuery, _ request: SearchRequest,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Hit {
        let item = try request.fields == [] ? snapshot.head(at: place.slot) : snapshot.item(at: place.slot)
        guard let item else {
            throw .damaged(path: store.path, detail: "slot \(place.slot) has no item")
        }
        let (relevance, isRelevant) = try query.relevance(of: place, in: snapshot)
        var hit = Hit(
            id: item.id, score: place.score, source: item.source, relevance: relevance, isRelevant: isRelevant)
        let fields = request.fields ?? ["*"]
        hit.attributes = fields.contains("*") ? item.attributes : item.attributes.filter { fields.contains($0.key) }
        let picture = try query.picture(of: item, at: place.slot, in: snapshot)
        hit.picture = picture.told
        hit.guessedType = try guessedType(of: item, at: place.slot, fields: fields, in: snapshot)
        if request.explains {
            hit.explanation = try query.explanation(
                of: place.slot, showing: picture.slot, score: place.score, in: snapshot)
            hit.explanation?.rules = query.rules.moves(of: place.slot)
            hit.explanation?.stage = ranking.stage(of: place.slot, query.rules, request)
        }
        return hit
    }
}
