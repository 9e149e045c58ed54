internal import Foundation
internal import Imaging
internal import SearchAPI
internal import VisualSearch

// Searches with a picture.
extension SearchRoutes {
    func searchUpload(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        try searchPicture(ViSearch.UploadSearch(request.allParameters, hasImage: request.hasImage), request)
    }

    /// A picture, words, or both.
    func searchAll(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        try searchPicture(ViSearch.MultiSearch(request.allParameters, hasImage: request.hasImage), request)
    }

    private func searchPicture<Call: ViSearch.PictureRequest>(
        _ call: Call, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> ViSearch.Results {
        if case .feature(let text)? = call.picture.source { return try searchFeature(text, call, request) }
        let picture = try call.picture.source.map { source throws(ViSearch.Fault) in try self.picture(source, request) }
        // Without detection there is one thing to describe.
        let most = call.picture.detectionWanted == nil ? 1 : workers
        let answer = try query { () throws(SearchError) in
            try onCore("search", isPatient: waitsForOthers(request), upTo: most) { [self] workers throws(SearchError) in
                try withinPicture(call.picture.searchBox, picture?.bytes) { box throws(SearchError) in
                    let look = picture.map { SearchRequest.Look.image(.bytes($0.bytes), box: box) }
                    let search = try SearchRequest(
                        SearchRequest.Query(look: look, text: call.text), call.options,
                        detection: box == nil ? call.picture.detectionWanted : nil, scope: scope,
                        fields: engine.fields)
                    return try page(search) { request throws(SearchError) in
                        try engine.searchNow(request, limits: limits, workers: workers)
                    }
                }
            }
        }
        var results = ViSearch.Results(Call.operation, answer, call.options, requestID: request.id)
        guard let picture else { return results }
        results.imageID = picture.name
        results.productTypes = answer.objects.map(ViSearch.FoundObject.init)
        results.knownTypes = try knownTypes()
        return results
    }

    /// By a vector that ``extractFeature(_:)`` gave.
    private func searchFeature<Call: ViSearch.PictureRequest>(
        _ text: String, _ call: Call, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> ViSearch.Results {
        guard let data = Data(base64Encoded: text), data.count == engine.store.describer.dimensions else {
            throw .invalid("im_feature is invalid.")
        }
        let vector = data.map { Int8(bitPattern: $0) }
        let answer = try query { () throws(SearchError) in
            let search = try SearchRequest(
                SearchRequest.Query(text: call.text), call.options, scope: scope, fields: engine.fields)
            return try page(search) { request throws(SearchError) in try engine.answer(request, vector: vector) }
        }
        return ViSearch.Results(Call.operation, answer, call.options, requestID: request.id)
    }

    /// The vector of a picture, to be compared by those who keep vectors of their own.
    func extractFeature(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Features {
        let call = try ViSearch.ExtractFeature(request.allParameters, hasImage: request.hasImage)
        guard let source = call.picture.source else { throw .missingImage }
        let picture = try picture(source, request)
        let look = try query { () throws(SearchError) in
            try onCore("describe", isPatient: waitsForOthers(request)) { [self] _ throws(SearchError) in
                try withinPicture(call.picture.searchBox, picture.bytes) { box throws(SearchError) in
                    try engine.look(.bytes(picture.bytes), box: box, limits: limits)
                }
            }
        }
        let vector = Data(look.vector.map { UInt8(bitPattern: $0) })
        return ViSearch.Features([vector.base64EncodedString()], imageID: picture.name, requestID: request.id)
    }

    /// The bytes that a request is about, and the name under which they are kept for the next one.
    func picture(
        _ source: ViSearch.Source, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> (bytes: [UInt8], name: String) {
        switch source {
        case .upload:
            guard let bytes = request.image else { throw .missingImage }
            return (bytes, uploads.add(bytes))
        case .id(let name):
            guard let bytes = uploads.bytes(of: name) else { throw .invalid("im_id is invalid.") }
            return (bytes, name)
        case .url(let url):
            // Whoever fetches from us for a search of ours would keep both busy for ever.
            guard request.headers[Fetcher.mark] == nil else { throw .invalidImage }
            let start = ContinuousClock.now
            defer { observe("fetch", since: start) }
            do throws(FetchError) {
                let bytes = try fetcher.fetch(url)
                return (bytes, uploads.add(bytes))
            } catch {
                metrics.withLock { $0 }?.count(error)
                let fault: ViSearch.Fault = error == .invalidURL ? .invalidImage : .queryNotDownloaded
                throw fault.because("\(FetchURL.inLog(url)): \(error)")
            }
        case .feature: throw .invalid("im_feature is no picture.")
        }
    }

    /// A box that has nothing of the picture in it counts as none.
    func withinPicture<Value>(
        _ box: Box?, _ bytes: [UInt8]?, _ work: (Box?) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        do throws(SearchError) { return try work(box) } catch {
            guard box != nil, case .image(.boxOutside) = error else { throw error }
            return try work(nil)
        }
    }

    /// Uploads are there; a picture that is named by its URL has to be fetched first.
    package func waitsForOthers(_ request: HTTPRequest) -> Bool {
        guard !request.hasImage, case .operation = Route(path: request.path) else { return false }
        let isNamed = request.parameters["im_id"].map { !$0.isEmpty } ?? false
        return !isNamed && request.parameters["im_url"].map { !$0.isEmpty } ?? false
    }
}

extension HTTPRequest {
    /// The bytes of the part `image`; nil when there is none, or nothing in it.
    var image: [UInt8]? { files.first { $0.name == "image" && !$0.bytes.isEmpty }?.bytes }
    var hasImage: Bool { image != nil }

    /// One client sends a feature as if it were a file.
    var allParameters: Parameters {
        guard let feature = files.first(where: { $0.name == "im_feature" }) else { return parameters }
        var parameters = parameters
        parameters.append("im_feature", String(decoding: feature.bytes, as: UTF8.self))
        return parameters
    }
}

extension ViSearch.Picture {
    /// Nil where the whole picture is to be taken.
    var detectionWanted: Detection? {
        let type: String? = if case .type(let type) = detection { type } else { nil }
        return switch detection {
        case .all, .type:
            Detection(
                type: type, limit: detectionLimit ?? 5, sensitivity: sensitivity ?? .low,
                attributes: detectionAttributes)
        case .off, nil: nil
        }
    }

    /// The box, or the first point.
    var searchBox: Box? {
        box ?? points.first.map { Box(left: $0.left, top: $0.top, width: 0, height: 0) }
    }
}
