/// The source of the picture of a search.
package enum PictureSource: Hashable, Sendable {
    /// The file part `image` of the request.
    case upload
    /// An earlier upload, by the name that its answer gave.
    case id(String)
    /// The address of the picture, which the server fetches.
    case url(String)
}

/// The reason why the picture of a request is not there.
package enum PictureFault: Error {
    /// There is no file part `image`, or it is empty.
    case missing
    /// No upload has this name, or it has expired.
    case unknownUpload
    /// The text is no URL, or the request comes from a server that fetches for a search of ours.
    case invalidURL(reason: String?)
    /// The picture could not be fetched; the reason is for the log.
    case notFetched(reason: String)
}

// The picture that a request is about.
extension RouteContext {
    /// Returns the bytes that a request is about, with the name under which they are kept already; nil where they are new.
    package func picture(
        _ source: PictureSource, _ request: HTTPRequest
    ) throws(PictureFault) -> (bytes: [UInt8], name: String?) {
        switch source {
        case .upload:
            guard let bytes = request.image else { throw .missing }
            return (bytes, nil)
        case .id(let name):
            guard let bytes = uploads.bytes(of: name) else { throw .unknownUpload }
            return (bytes, name)
        case .url(let url):
            // A server that fetches from us for a search of ours would keep both busy for ever.
            guard request.headers[Fetcher.mark] == nil else { throw .invalidURL(reason: nil) }
            let start = ContinuousClock.now
            defer { observe("fetch", since: start) }
            do throws(FetchError) {
                return (try fetcher.fetch(url), nil)
            } catch {
                metrics.withLock { $0 }?.count(error)
                let reason = "\(FetchURL.inLog(url)): \(error)"
                throw error == .invalidURL ? .invalidURL(reason: reason) : .notFetched(reason: reason)
            }
        }
    }

    /// Keeps a picture for later requests; returns its name. Call it only after the picture was decoded.
    package func kept(_ picture: (bytes: [UInt8], name: String?), _ request: HTTPRequest) -> String {
        picture.name ?? uploads.add(picture.bytes, of: IPAddress.sender(request.remoteAddress))
    }
}

extension HTTPRequest {
    /// The bytes of the part `image`; nil for a missing or an empty part.
    package var image: [UInt8]? { files.first { $0.name == "image" && !$0.bytes.isEmpty }?.bytes }
    package var hasImage: Bool { image != nil }

    /// Its picture is one to be fetched.
    package var namesPictureByURL: Bool {
        if hasImage { return false }
        let isNamed = parameters["im_id"].map { !$0.isEmpty } ?? false
        return !isNamed && parameters["im_url"].map { !$0.isEmpty } ?? false
    }
}
