internal import ProductSearchAPI
internal import SearchServer

/// The products to show beside a product, or that go with a product, a picture or words.
///
/// A model answers where `strategy_id` names one, and where the store defines one by the name of the operation. At most
/// 100 products of a model can be reached. A model has its own order, so that facets, sorting, grouping, score ranges and
/// removal of duplicates are refused.
struct RecommendationRoute {
    /// Products of a model that pages can reach.
    private static let reach = 100
    /// Products that stand for a picture or words which a model starts from.
    private static let seeds = 3
    /// Sets of an outfit where the request names no number.
    private static let sets = 5

    /// The products that a model starts from, by id with their weights, and the types of the strongest.
    private struct Start {
        var seeds: [String: Double] = [:]
        var types: [String] = []
    }

    let context: RouteContext

    /// `recommendations`: by a model, or without one the items that look like the product.
    func recommend(
        _ call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let (model, doubt) = try model(of: call, named: "recommendations")
        if let name = model ?? (call.recommendation.isNotProductBased == true ? "popular" : nil) {
            return try recommend(by: name, call, request, doubt: doubt)
        }
        var results = try SearchRoute(context: context).products(like: call.productID ?? "", call, request)
        results.strategy = ProductSearch.Strategy(algorithm: "VSR")
        let wanted = call.recommendation
        if wanted.showsBestImages == true {
            for index in results.products.indices { try showPictures(of: &results.products[index]) }
        }
        if wanted.showsExcluded == true { results.excluded = [] }
        results.warnings += [doubt].compactMap(\.self)
        for (name, isSent) in [
            ("alt_limit", wanted.alternativeLimit != nil), ("use_set_based_ctl", wanted.usesSets == true),
            ("set_limit", wanted.setLimit != nil), ("show_pinned_pids", wanted.showsPinned == true),
        ] where isSent {
            results.warnings.append("\(name) has no effect: no recommendation model answers, but what looks alike")
        }
        return results
    }

    /// `complementary` and `outfit-recommendations`: products of other types.
    func complement(
        _ call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let (model, doubt) = try model(of: call, named: call.operation == .outfits ? "outfit" : "complementary")
        return try recommend(by: model ?? "complementary", call, request, doubt: doubt)
    }

    /// The model that a call names, or that the store defines by the name of an operation; nil for none. An unknown name
    /// is a doubt.
    private func model(
        of call: ProductSearch.Call, named operation: String
    ) throws(ProductSearch.Fault) -> (name: String?, doubt: String?) {
        let known = try context.attempt(context.recommendations.modelNames())
        if let wanted = call.options.strategy {
            if known.all.contains(wanted) { return (wanted, nil) }
            let meant = SearchError.likeliest(wanted, among: known.all).map { "; did you mean `\($0)`?" } ?? ""
            return (
                known.defined.contains(operation) ? operation : nil,
                "strategy_id has no effect: the store has no recommendation model `\(wanted.prefix(64))`\(meant)"
            )
        }
        return (known.defined.contains(operation) ? operation : nil, nil)
    }

    private func recommend(
        by model: String, _ call: ProductSearch.Call, _ request: HTTPRequest, doubt: String?
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        try Self.check(call.options)
        let plan = try context.attempt(SearchPlan(call, request.parameters, context))
        var results = plan.results(request)
        results.warnings += [doubt].compactMap(\.self)
        // The items shown are not those that the search for its start has found.
        SearchNote.current?.discard()
        let start = try start(plan, request, &results)
        let arranges = call.operation == .outfits || call.recommendation.arranges
        let found = try answer(by: model, plan, start, request)
        let items = found?.items ?? []
        var products = try items.map { item throws(ProductSearch.Fault) in
            var product = plan.fields.product(
                Item(id: item.id, source: item.source, attributes: item.attributes),
                score: call.options.score ? item.score : nil)
            if call.recommendation.showsPinned == true { product.isPinned = item.engine == "pinned" }
            if call.recommendation.showsBestImages == true { try showPictures(of: &product) }
            return product
        }
        if arranges {
            let types = items.map { plan.fields.types(of: $0.attributes).first ?? "other" }
            let outfit = Outfit(products, types: types, scores: items.map(\.score))
            if call.recommendation.usesSets == true {
                (products, results.sets) = outfit.sets(upTo: call.recommendation.setLimit ?? Self.sets)
            } else {
                let limit = call.recommendation.alternativeLimit ?? ProductSearch.Limits.defaultAlternatives
                products = outfit.products(alternatives: limit)
                results.alternativeLimit = limit
            }
        }
        results.limit = call.options.limit
        results.total = products.count
        let (first, overflow) = (call.options.page - 1).multipliedReportingOverflow(by: call.options.limit)
        results.products = overflow ? [] : Array(products.dropFirst(first).prefix(call.options.limit))
        results.strategy = ProductSearch.Strategy(name: model, algorithm: model)
        results.experiment = found?.variant.map { ProductSearch.Experiment(variant: $0) }
        if call.recommendation.showsExcluded == true { results.excluded = [] }
        results.warnings += found?.notices.map(\.text) ?? []
        return results
    }

    private func answer(
        by model: String, _ plan: SearchPlan, _ start: Start, _ sent: HTTPRequest
    ) throws(ProductSearch.Fault) -> RecommendationAnswer? {
        // A picture that nothing looks like has nothing that goes with it.
        let complements = !plan.call.operation.namesProduct
        if start.seeds.isEmpty, complements { return nil }
        var filter = plan.filter
        if complements, let field = plan.fields.type {
            // Models that follow where too few products were found know nothing of types.
            let own = start.types.map { Field(field).isWithin($0) }
            if !own.isEmpty { filter = .and([filter, .not(.or(own))]) }
        }
        var wanted = RecommendationRequest(
            model: model, customer: sent.parameters["va_uid"].flatMap { $0.isEmpty ? nil : [$0] } ?? [],
            seeds: start.seeds,
            filter: filter, attributes: plan.fields.read, recordsImpressions: false)
        // As many as can be reached, so that the total is that of all pages.
        wanted.limit = Self.reach
        let found = try context.attempt(context.recommendBlocking(wanted, for: sent))
        guard let found else { throw .unauthorized("Unauthorized: \(RouteContext.historyRefusal(model)).") }
        return found
    }

    /// The products that a model starts from: that of the call, or those that are most like its picture or its words.
    private func start(
        _ plan: SearchPlan, _ request: HTTPRequest, _ results: inout ProductSearch.Results
    ) throws(ProductSearch.Fault) -> Start {
        let call = plan.call
        if call.recommendation.isNotProductBased == true, call.operation.namesProduct { return Start() }
        if let id = call.productID ?? call.query.productID {
            let item = try context.attempt(context.engine.itemBlocking(id))
            guard let item else { throw .unknownProduct }
            plan.add(item, to: &results)
            if call.query.text != nil { results.warnings.append("q has no effect: the product is searched with alone") }
            return Start(seeds: [id: 1], types: plan.fields.types(of: item.attributes))
        }
        // Items that a model finds meet the filters; its start need not.
        var start = call
        start.options = ProductSearch.Options(limit: Self.seeds)
        start.options.colorWeight = call.options.colorWeight
        start.recommendation.categories = []
        let search = try context.attempt(SearchPlan(start, Parameters(), context))
        let answer: SearchAnswer
        if let picture = try context.picture(of: call.query, request) {
            answer = try SearchRoute(context: context).search(picture.bytes, search, request)
            results.imageID = context.kept(picture, request)
            results.productTypes = answer.objects.map(ProductSearch.FoundObject.init)
        } else {
            answer = try context.attempt(
                context.page(search.search(nil, context)) { request throws(SearchError) in
                    try context.engine.searchBlocking(request)
                })
            results.correctedText = answer.correctedQuery
        }
        let hits = answer.hits.filter { $0.score > 0 }
        return Start(
            seeds: Dictionary(hits.map { ($0.id, $0.score) }) { first, _ in first },
            types: hits.first.map { plan.fields.types(of: $0.attributes) } ?? [])
    }

    private static func check(_ options: ProductSearch.Options) throws(ProductSearch.Fault) {
        for (parameter, isSent) in [
            ("facets", !options.facets.isEmpty), ("sort_by", options.sort != nil),
            ("group_by", options.groupField != nil), ("dedup", options.dedup),
            ("score_min and score_max", options.scores != 0...1), ("similar_score_min", options.leastSimilarity != nil),
        ] where isSent { throw .invalid("\(parameter) cannot be combined with a recommendation model.") }
    }
}

extension ProductSearch.Recommendation {
    /// The products are put in order by their types.
    fileprivate var arranges: Bool { alternativeLimit != nil || usesSets == true }
}

extension RecommendationRoute {
    /// Names the pictures of a product that have an address, first the one that agrees best with the query.
    private func showPictures(of product: inout ProductSearch.Product) throws(ProductSearch.Fault) {
        let id = product.id
        let item = try context.attempt(context.engine.itemBlocking(id))
        var images = product.imageURL.map { [ProductSearch.BestImage(type: "product", url: $0, index: "0")] } ?? []
        for (place, picture) in (item?.pictures ?? []).enumerated() {
            guard let url = Item(id: id, source: picture.source).publicSource else { continue }
            // A picture of the product in use shows an outfit.
            let type = picture.role == .worn ? "outfit" : "product"
            images.append(ProductSearch.BestImage(type: type, url: url, index: "\(place + 1)"))
        }
        if let best = product.bestPicture, let place = images.firstIndex(where: { $0.index == "\(best - 1)" }) {
            images.insert(images.remove(at: place), at: 0)
        }
        product.bestImages = images
    }
}
