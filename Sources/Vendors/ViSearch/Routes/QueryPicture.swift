internal import Essentials
internal import SearchServer
internal import ViSearchAPI

// The picture that a request is about.
extension RouteContext {
    /// The bytes that a request is about, with the name under which they are kept already; nil where they are new.
    func picture(
        _ source: ViSearch.Source, _ request: HTTPRequest
    ) throws(ViSearch.Fault) -> (bytes: [UInt8], name: String?) {
        let wanted: PictureSource
        switch source {
        case .upload: wanted = .upload
        case .id(let name): wanted = .id(name)
        case .url(let url): wanted = .url(url)
        case .feature: throw .invalid("im_feature is not an image.")
        }
        do throws(PictureFault) { return try picture(wanted, request) } catch {
            switch error {
            case .missing: throw .missingImage
            case .unknownUpload: throw .invalid("im_id is invalid.")
            case .invalidURL(let reason): throw .invalidImage.because(reason)
            case .notFetched(let reason): throw .queryNotDownloaded.because(reason)
            }
        }
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
        switch detection {
        case .all, .type: fullDetection
        case .off, nil: nil
        }
    }

    /// The detection beside a region, whose object the answer names unless detection is off. A region that lies outside
    /// of the picture is nil.
    func detection(in region: Region?) -> Detection? {
        if let wanted = detectionWanted { return wanted }
        return region == nil || detection == .off ? nil : Detection()
    }
}
