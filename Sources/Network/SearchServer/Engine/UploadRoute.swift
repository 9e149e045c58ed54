/// `/engine/upload`: keeps a picture, so that searches name it in place of sending it again.
struct UploadRoute {
    let context: RouteContext

    /// Bytes of a request that names a URL.
    private static let urlBytes = 8 * 1024

    /// - Parameter isFromServer: A server that fetches from us for a request of ours would keep both busy for ever.
    func callAsFunction(
        _ call: UploadRequest, of sender: [UInt8], isFromServer: Bool
    ) throws(SearchError) -> UploadAnswer {
        let bytes: [UInt8]
        switch (call.bytes, call.url) {
        case (let data?, nil): bytes = [UInt8](data)
        case (nil, let url?): bytes = try fetch(url, isRefused: isFromServer)
        default: throw .invalidArgument("an upload needs either bytes or a url")
        }
        let size = try size(of: bytes)
        return UploadAnswer(upload: context.uploads.add(bytes, of: sender), size: size)
    }

    /// Returns true if the request is small enough to name a URL; pictures are larger, but for the smallest.
    static func namesURL(_ request: HTTPRequest) -> Bool { request.body.count <= urlBytes }

    private func fetch(_ url: String, isRefused: Bool) throws(SearchError) -> [UInt8] {
        guard !isRefused else { throw .invalidArgument("a server that fetches a picture cannot ask for another fetch") }
        let start = ContinuousClock.now
        defer { context.observe("fetch", since: start) }
        do throws(FetchError) { return try context.fetcher.fetch(url) } catch {
            context.metrics.withLock { $0 }?.count(error)
            throw .invalidArgument("the picture at the URL could not be fetched")
        }
    }

    /// The sides of the upright picture. Only a decoder finds those of some formats, such as SVG.
    private func size(of bytes: [UInt8]) throws(SearchError) -> Size {
        do throws(ImageError) {
            let size = try inspect(bytes, limits: context.limits).uprightSize
            if size.width > 0 && size.height > 0 { return size }
        } catch {
            throw .image(error)
        }
        return try context.onCore("inspect") { [limits = context.limits] _ throws(SearchError) in
            do throws(ImageError) {
                return try prepare(
                    .bytes(bytes), as: Recipe(.fit(64, quality: 50)), limits: limits,
                    cancellation: Budget.current?.cancellation
                ).uprightSize
            } catch {
                throw .image(error)
            }
        }
    }
}
