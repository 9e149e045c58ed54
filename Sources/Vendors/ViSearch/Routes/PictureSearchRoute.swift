internal import Essentials
internal import SearchServer
internal import ViSearchAPI

/// The items that are similar to a picture or a part of it: `uploadsearch`.
typealias UploadSearchRoute = PictureSearchRoute<ViSearch.Uploading>
/// The items that are similar to a picture, contain words, or both: `multisearch`.
typealias MultiSearchRoute = PictureSearchRoute<ViSearch.Combining>

/// A search with a picture.
struct PictureSearchRoute<Kind: ViSearch.PictureOperation>: ViSearchRoute {
    typealias Call = ViSearch.PictureCall<Kind>

    var operation: ViSearch.Operation { Call.operation }
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try Call(request.allParameters, hasImage: request.hasImage)
        if case .feature(let text)? = call.picture.source { return try searchFeature(text, call, request) }
        let picture = try call.picture.source.map { source throws(ViSearch.Fault) in
            try context.picture(source, request)
        }
        // Without detection there is one object to describe.
        let threads = call.picture.detectionWanted == nil ? 1 : context.workers
        let answer = try context.query { () throws(SearchError) in
            // Words alone need no core, and do not wait for one.
            guard let bytes = picture?.bytes else { return try search(call, nil, workers: 1) }
            return try context.onCore("search", isLowPriority: request.namesPictureByURL, upTo: threads) {
                workers throws(SearchError) in try search(call, bytes, workers: workers)
            }
        }
        var results = try context.warned(
            ViSearch.Results(Call.operation, answer, call.options, requestID: request.id), call.options)
        guard let picture else { return results }
        results.imageID = context.kept(picture, request)
        results.productTypes = answer.objects.map(ViSearch.FoundObject.init)
        results.knownTypes = try context.knownTypes()
        return results
    }

    private func search(_ call: Call, _ bytes: [UInt8]?, workers: Int) throws(SearchError) -> SearchAnswer {
        try context.withinPicture(call.picture.region, bytes) { region throws(SearchError) in
            let example = bytes.map { SearchRequest.Example.image(.bytes($0), region) }
            let search = try SearchRequest(
                SearchRequest.Query(example: example, text: call.text, readsMinus: false), call.options,
                detection: call.picture.detection(in: region), scope: context.scope, fields: context.engine.fields)
            return try context.page(search) { request throws(SearchError) in
                try context.engine.searchBlocking(request, limits: context.limits, workers: workers)
            }
        }
    }

    /// Searches by a vector of ``ExtractFeatureRoute``.
    private func searchFeature(
        _ text: String, _ call: Call, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> ViSearch.Results {
        guard let data = Data(base64Encoded: text), data.count == context.engine.store.describer.dimensions else {
            throw .invalid("im_feature is invalid.")
        }
        let vector = data.map { Int8(bitPattern: $0) }
        let answer = try context.query { () throws(SearchError) in
            let search = try SearchRequest(
                SearchRequest.Query(text: call.text, readsMinus: false), call.options,
                detection: call.picture.detectionWanted,
                scope: context.scope, fields: context.engine.fields)
            return try context.page(search) { request throws(SearchError) in
                try context.engine.answer(request, vector: vector)
            }
        }
        return try context.warned(
            ViSearch.Results(Call.operation, answer, call.options, requestID: request.id), call.options)
    }
}
