internal import ProductSearchAPI
internal import SearchServer

/// Searches by a picture, a product, words, or several of them, and for each object of a picture.
struct SearchRoute {
    let context: RouteContext

    /// `search_by_image` and `multisearch`.
    func callAsFunction(
        _ call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let plan = try context.attempt(SearchPlan(call, request.parameters, context))
        if let picture = try context.picture(of: call.query, request) {
            return call.query.allObjects
                ? try objects(in: picture, plan, request) : try products(like: picture, plan, request)
        }
        let example = call.query.productID.map { SearchRequest.Example.item(id: $0) }
        return try found(plan, example, request)
    }

    /// `search_by_id`, and recommendations without a model.
    func products(
        like id: String, _ call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let plan = try context.attempt(SearchPlan(call, request.parameters, context))
        return try found(plan, .item(id: id), request)
    }

    private func found(
        _ plan: SearchPlan, _ example: SearchRequest.Example?, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let answer = try context.attempt(
            context.page(plan.search(example, context)) { request throws(SearchError) in
                try context.engine.searchBlocking(request)
            })
        return plan.results(request, answer)
    }

    private func products(
        like picture: (bytes: [UInt8], name: String?), _ plan: SearchPlan, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let answer = try search(picture.bytes, plan, request)
        var results = plan.results(request, answer)
        results.imageID = context.kept(picture, request)
        if plan.call.options.returnsQueryMetadata {
            var known = ["im_id": results.imageID ?? ""]
            known["detect"] = answer.objects.first?.type
            known["box"] = (answer.objects.first?.box ?? answer.queryBox)?.corners
            results.queryMetadata = known
        }
        return results
    }

    /// Searches with a picture, when a core is free.
    func search(
        _ bytes: [UInt8], _ plan: SearchPlan, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> SearchAnswer {
        let search = plan.search(.image(.bytes(bytes), plan.call.query.region), context)
        // Without detection there is one object to describe.
        let threads = search.detection == nil ? 1 : context.workers
        return try context.attempt(
            context.onCore("search", isLowPriority: request.namesPictureByURL, upTo: threads) {
                workers throws(SearchError) in
                try context.page(search) { request throws(SearchError) in
                    try context.engine.searchBlocking(request, limits: context.limits, workers: workers)
                }
            })
    }

    /// The objects of a picture, with products for each.
    private func objects(
        in picture: (bytes: [UInt8], name: String?), _ plan: SearchPlan, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Results {
        let query = plan.call.query
        let points = query.points.prefix(ProductSearch.Limits.objects.upperBound).map(Region.point)
        let whole = Region.box(Box(left: 0, top: 0, width: Int(Int32.max), height: Int(Int32.max)))
        let places = query.box.map { [Region($0)] } ?? points
        var each = plan.search(nil, context)
        each.detection = nil
        let asked = DiscoverRequest(
            .bytes(picture.bytes), detection: plan.detection ?? query.fullDetection,
            regions: places.isEmpty && query.detection == .off ? [whole] : places, each: each)
        let answer = try context.attempt(
            context.onCore("discover", isLowPriority: request.namesPictureByURL, upTo: context.workers) {
                workers throws(SearchError) in
                try context.discover(asked, workers: workers)
            })
        var results = plan.results(request)
        results.imageID = context.kept(picture, request)
        if plan.call.options.returnsQueryMetadata { results.queryMetadata = ["im_id": results.imageID ?? ""] }
        results.objects = answer.objects.map { found in
            var object = ProductSearch.FoundObject(found.object)
            object.total = min(found.answer.total, SearchRequest.window)
            if plan.call.options.groupField != nil {
                object.groups = found.answer.groups.map(plan.group)
            } else {
                object.products = found.answer.hits.map {
                    plan.fields.product($0, withScore: plan.call.options.score)
                }
            }
            if !plan.call.options.facets.isEmpty { object.facets = plan.facets(found.answer) }
            return object
        }
        return results
    }
}
