internal import Essentials
internal import SearchServer
internal import ViSearchAPI

// The picture that a request is about.
extension RouteContext {
    /// The bytes that a request is about, with the name under which they are kept already; nil where they are new.
    func picture(
        _ source: ViSearch.Source, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> (bytes: [UInt8], name: String?) {
        switch source {
        case .upload:
            guard let bytes = request.image else { throw .missingImage }
            return (bytes, nil)
        case .id(let name):
            guard let bytes = uploads.bytes(of: name) else { throw .invalid("im_id is invalid.") }
            return (bytes, name)
        case .url(let url):
            // A server that fetches from us for a search of ours would keep both busy for ever.
            guard request.headers[Fetcher.mark] == nil else { throw .invalidImage }
            let start = ContinuousClock.now
            defer { observe("fetch", since: start) }
            do throws(FetchError) {
                return (try fetcher.fetch(url), nil)
            } catch {
                metrics.withLock { $0 }?.count(error)
                let fault: ViSearch.Fault = error == .invalidURL ? .invalidImage : .queryNotDownloaded
                throw fault.because("\(FetchURL.inLog(url)): \(error)")
            }
        case .feature: throw .invalid("im_feature is not an image.")
        }
    }

    /// The name under which a picture is kept for the next request, once it could be read: what is none takes no place of
    /// one.
    func kept(_ picture: (bytes: [UInt8], name: String?), _ request: HTTPRequest) -> String {
        picture.name ?? uploads.add(picture.bytes, of: IPAddress.sender(request.remoteAddress))
    }

    /// Runs `work` with the region, or without it if the box is outside of the picture.
    func withinPicture<Value>(
        _ region: Region?, _ bytes: [UInt8]?, _ work: (Region?) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        do throws(SearchError) { return try work(region) } catch {
            guard region != nil, case .image(.boxOutside) = error else { throw error }
            return try work(nil)
        }
    }
}

extension HTTPRequest {
    /// The bytes of the part `image`; nil for a missing or an empty part.
    var image: [UInt8]? { files.first { $0.name == "image" && !$0.bytes.isEmpty }?.bytes }
    var hasImage: Bool { image != nil }

    /// Its picture is one to be fetched.
    var namesPictureByURL: Bool {
        if hasImage { return false }
        let isNamed = parameters["im_id"].map { !$0.isEmpty } ?? false
        return !isNamed && parameters["im_url"].map { !$0.isEmpty } ?? false
    }

    /// One client sends a feature as if it were a file.
    var allParameters: Parameters {
        guard let feature = files.first(where: { $0.name == "im_feature" }) else { return parameters }
        var parameters = parameters
        parameters.append("im_feature", String(decoding: feature.bytes, as: UTF8.self))
        return parameters
    }
}

extension ViSearch.Picture {
    /// Nil to search with the whole picture.
    var detectionWanted: Detection? {
        let type: String? = if case .type(let type) = detection { type } else { nil }
        return switch detection {
        case .all, .type:
            Detection(
                type: type, limit: detectionLimit ?? ViSearch.Limits.defaultObjects, sensitivity: sensitivity ?? .low,
                attributes: detectionAttributes)
        case .off, nil: nil
        }
    }

    /// The detection beside a region, whose object the answer names unless detection is off. A region that lies outside
    /// of the picture is nil.
    func detection(in region: Region?) -> Detection? {
        if let wanted = detectionWanted { return wanted }
        return region == nil || detection == .off ? nil : Detection()
    }

    /// The box, or the first point.
    var searchRegion: Region? { box.map(Region.init) ?? points.first.map(Region.point) }
}
