/// The engine's verbs in the protocol of ViSearch, for ViSenze's service and compatible ones.
///
/// Searches, discovers and removes. Requests that ViSearch cannot express are refused with the reason before anything
/// is sent: filters other than equality and closed ranges, a picture or item together with colors, and explanations.
/// Items are inserted by URL, with `SearchClient.insert(_:custom:)`: the service fetches pictures after its answer.
/// Attributes come back as strings, because the service writes nothing else. For a server of our own use
/// ``/SearchClient/RemoteEngine``, which can express everything.
public struct ViSearchEngine: SearchService {
    /// The client that sends the requests.
    public let client: SearchClient
    /// The size and the quality of uploaded pictures.
    public var settings: UploadSettings

    /// Creates an engine. Default settings: `highQuality`.
    public init(_ client: SearchClient, settings: UploadSettings = .highQuality) {
        self.client = client
        self.settings = settings
    }

    /// Finds items by a picture, an item, words or colors.
    ///
    /// - Throws: an error before anything is sent for a request that ViSearch cannot express, such as a picture or an
    ///   item together with colors, a lowest score of objects, or detection without a picture.
    public func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer {
        let options = try ViSearch.Options(request)
        let (query, detection) = (request.query, request.detection)
        if query.example != nil, !query.colors.isEmpty { throw .unsayable("a picture or an item together with colors") }
        if detection?.minimumScore != nil { throw .unsayable("a lowest score of objects") }
        if detection != nil, query.example == nil { throw .unsayable("detection without a picture") }
        let places = try detection.map { detection throws(SearchError) in
            detection.limits + (try detection.wantedAttributes())
        }
        do throws(ClientError) {
            switch query.example {
            case .item(let id):
                if query.text != nil { throw .invalidArgument(SearchError.reason("words together with an item")) }
                if detection != nil { throw .invalidArgument(SearchError.reason("detection with an item")) }
                return SearchAnswer(
                    try await client.search(id, options: options.with { $0.queryInfo = true }), request, scale: nil)
            case .image(let image, let region):
                let (boxes, points) = [region].compactMap(\.self).parts
                let answer = try await client.uploadSearch(
                    .local(image), box: boxes.first, points: points, detection: detection?.choice, text: query.text,
                    settings: settings, options: options.with { $0.custom += places ?? [] })
                return SearchAnswer(answer.results, request, scale: answer.scale)
            case nil: break
            }
            if query.colors.isEmpty {
                let results = try await client.multiSearch(text: query.text ?? "", options: options)
                return SearchAnswer(results, request, scale: nil)
            }
            if query.text != nil { throw .invalidArgument(SearchError.reason("words together with colors")) }
            let results = try await client.colorSearch(query.colors.weighted, options: options)
            return SearchAnswer(results, request, scale: nil)
        } catch {
            throw SearchError(error, request)
        }
    }

    /// Finds the objects of a picture, and items for each of them.
    ///
    /// - Throws: an error before anything is sent for a request that ViSearch cannot express: words or colors for each
    ///   object, a lowest score of objects, or several boxes.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        let each = request.each
        var options = try ViSearch.Options(each)
        options.custom += try request.detection.wantedAttributes()
        guard each.query.colors.isEmpty, each.query.text == nil else {
            throw .unsayable("words or colors for each object")
        }
        if request.detection.minimumScore != nil { throw .unsayable("a lowest score of objects") }
        let (boxes, points) = request.regions.parts
        if boxes.count > 1 || !boxes.isEmpty && !points.isEmpty { throw .unsayable("several boxes") }
        do throws(ClientError) {
            let answer = try await client.discoverSearch(
                .local(request.image), box: boxes.first, points: points, detection: request.detection.choice,
                detectionLimit: request.detection.limit, sensitivity: request.detection.sensitivity,
                resultLimit: each.limit, settings: settings, options: options)
            let found = (answer.objects ?? []).map { object in
                var results = answer.results
                (results.hits, results.total) = (object.hits ?? [], object.total ?? object.hits?.count ?? 0)
                (results.facets, results.groups, results.productTypes) = (object.facets, object.groups, nil)
                return DiscoverAnswer.ObjectAnswer(
                    RecognizedObject(object, scale: answer.scale), answer: SearchAnswer(results, each, scale: nil))
            }
            return DiscoverAnswer(uprightSize: answer.scale?.original ?? Size(width: 1, height: 1), objects: found)
        } catch {
            throw SearchError(error, each)
        }
    }

    /// In requests of at most 100 ids.
    public func remove(_ ids: [String]) async throws(SearchError) -> [String] {
        var removed: [String] = []
        for start in stride(from: 0, to: ids.count, by: ViSearch.Limits.images) {
            let batch = Array(ids[start..<min(start + ViSearch.Limits.images, ids.count)])
            do throws(ClientError) {
                let missing = Set(try await client.remove(batch).faults.compactMap(\.name))
                removed += batch.filter { !missing.contains($0) }
            } catch {
                throw error == .cancelled ? .cancelled : .service(error.description)
            }
        }
        return removed
    }
}

extension [Region] {
    fileprivate var parts: (boxes: [Box], points: [Point]) {
        reduce(into: ([], [])) { parts, region in
            switch region {
            case .box(let box): parts.boxes.append(box)
            case .point(let point): parts.points.append(point)
            }
        }
    }
}
