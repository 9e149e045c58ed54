internal import SearchServer
internal import ViSearchAPI

/// The objects in a picture, and the items that are similar to each.
struct DiscoverSearchRoute: ViSearchRoute {
    var operation = ViSearch.Operation.discoverSearch
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try ViSearch.DiscoverSearch(request.allParameters, hasImage: request.hasImage)
        guard let source = call.picture.source else { throw .missingImage }
        if case .feature = source { throw .invalid("im_feature is the feature of one object; use uploadsearch.") }
        let picture = try context.picture(source, request)
        let points = call.picture.points.prefix(ViSearch.Limits.objects.upperBound).map(Region.point)
        let places = call.picture.box.map { [Region($0)] } ?? points
        var options = call.options
        options.limit = call.resultLimit ?? 10
        let answer = try context.query(
            context.onCore("discover", isLowPriority: request.namesPictureByURL, upTo: context.workers) {
                workers throws(SearchError) in
                let each = try SearchRequest(
                    SearchRequest.Query(), options, scope: context.scope, fields: context.engine.fields)
                return try discover(picture.bytes, call.picture, places, each, workers)
            })

        var results = ViSearch.Results(operation, requestID: request.id)
        results.page = options.page
        results.resultLimit = options.limit
        results.detectionLimit = call.picture.detectionLimit ?? ViSearch.Limits.defaultObjects
        results.imageID = context.kept(picture, request)
        results.knownObjectTypes = try context.knownTypes()
        results.objects = answer.objects.enumerated().map { index, found in
            var object = ViSearch.FoundObject(found.object)
            object.total = min(found.answer.total, SearchRequest.window)
            object.hits = found.answer.hits.map { ViSearch.Hit($0, options, withScore: true) }
            object.facets = found.answer.facets.map { ViSearch.Facet($0, counts: options.facetCounts) }
            if options.groupField != nil {
                object.hits = nil
                object.groups = found.answer.groups.map { group in
                    ViSearch.Group(group.value, hits: group.hits.map { ViSearch.Hit($0, options, withScore: true) })
                }
            }
            if call.picture.box == nil, call.picture.points.indices.contains(index) {
                object.point = call.picture.points[index]
            }
            return object
        }
        return try context.warned(results, options)
    }

    /// A box outside of the picture is ignored; without detection the whole picture is the object.
    private func discover(
        _ bytes: [UInt8], _ picture: ViSearch.Picture, _ places: [Region], _ each: SearchRequest, _ workers: Int
    ) throws(SearchError) -> DiscoverAnswer {
        let whole = Box(left: 0, top: 0, width: Int(Int32.max), height: Int(Int32.max))
        var picture = picture
        picture.detection = picture.detection ?? .all
        let detection =
            picture.detectionWanted ?? Detection(limit: picture.detectionLimit ?? ViSearch.Limits.defaultObjects)
        let regions = !places.isEmpty ? places : picture.detection == .off ? [.box(whole)] : []
        var request = DiscoverRequest(.bytes(bytes), detection: detection, regions: regions, each: each)
        do throws(SearchError) { return try context.discover(request, workers: workers) } catch {
            guard !places.isEmpty, case .image(.boxOutside) = error else { throw error }
            request.regions = []
            return try context.discover(request, workers: workers)
        }
    }
}

/// The earlier form of the answer: hits beside the objects, in the same order. The Java client of that time reads no
/// answer without a limit and a total; the total is that of the object with the most hits.
struct SimilarProductsRoute: ViSearchRoute {
    let operation = ViSearch.Operation.similarProducts
    private let discover: DiscoverSearchRoute

    init(_ context: RouteContext) { discover = DiscoverSearchRoute(operation: operation, context: context) }

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        var results = try discover(request)
        let objects = results.objects ?? []
        results.hitsByType = objects.map { $0.hits ?? $0.groups?.flatMap(\.hits) ?? [] }
        results.limit = results.resultLimit
        results.total = objects.compactMap(\.total).max() ?? 0
        results.productTypes = objects.map { object in
            ViSearch.FoundObject(
                type: object.type, score: object.score, box: object.box, attributes: object.attributes)
        }
        results.knownTypes = results.knownObjectTypes
        (results.objects, results.knownObjectTypes) = (nil, nil)
        return results
    }
}
