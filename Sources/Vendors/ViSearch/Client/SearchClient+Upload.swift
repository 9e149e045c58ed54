extension SearchClient {
    /// Finds the items that look like a picture, or like a part of it.
    ///
    /// A picture of this machine is prepared off the caller's thread, and box and points, in upright pixels of the
    /// original, are carried to the upload. For other pictures they are sent as they are. The answer can be
    /// refined without a second upload.
    ///
    /// - Parameters:
    ///   - image: A picture of this machine, a URL, an earlier upload or a feature.
    ///   - box: the part to search with; a point (a box without area) selects the object under it.
    ///   - points: Places whose objects are searched with, in upright pixels of the original.
    ///   - detection: Which objects of the picture count; nil leaves it to the service.
    ///   - text: words beside the picture.
    ///   - detectionLimit: The most objects, 1…30; nil for the default, 5.
    ///   - sensitivity: Nil for the default, low.
    ///   - detectionAttributes: Values that objects must have, by attribute. Where no object has them, the whole picture
    ///     counts.
    ///   - settings: Size and quality of the upload.
    ///   - options: Paging, filters, facets and the rest of the search.
    /// - Throws: ``/SearchClient/ClientError``; `image` when the picture cannot be prepared, `invalidArgument` for a place
    ///   outside.
    public func uploadSearch(
        _ image: QueryImage, box: Box? = nil, points: [Point] = [], detection: ViSearch.DetectionChoice? = nil,
        text: String? = nil, detectionLimit: Int? = nil, sensitivity: Detection.Sensitivity? = nil,
        detectionAttributes: [String: [String]] = [:], settings: UploadSettings = .standard,
        options: ViSearch.Options = .init()
    ) async throws(ClientError) -> UploadAnswer {
        let picture = ViSearch.Picture(
            box: box, points: points, detection: detection, detectionLimit: detectionLimit, sensitivity: sensitivity,
            attributes: detectionAttributes)
        return try await ask(ViSearch.UploadSearch(picture, text: text, options: options), image, settings)
    }

    /// Finds every object in a picture, and the items that look like each of them.
    ///
    /// The parameters are those of an upload search, and `resultLimit`: hits per object, 1…100; nil for the default, 10.
    public func discoverSearch(
        _ image: QueryImage, box: Box? = nil, points: [Point] = [], detection: ViSearch.DetectionChoice? = nil,
        detectionLimit: Int? = nil, sensitivity: Detection.Sensitivity? = nil,
        detectionAttributes: [String: [String]] = [:], resultLimit: Int? = nil, settings: UploadSettings = .standard,
        options: ViSearch.Options = .init()
    ) async throws(ClientError) -> UploadAnswer {
        let picture = ViSearch.Picture(
            box: box, points: points, detection: detection, detectionLimit: detectionLimit, sensitivity: sensitivity,
            attributes: detectionAttributes)
        let request = ViSearch.DiscoverSearch(picture, resultLimit: resultLimit, options: options)
        return try await ask(request, image, settings)
    }

    /// Finds the items that look like a picture and contain some words.
    public func multiSearch(
        _ image: QueryImage, text: String? = nil, box: Box? = nil, points: [Point] = [],
        detection: ViSearch.DetectionChoice? = nil, detectionLimit: Int? = nil,
        sensitivity: Detection.Sensitivity? = nil, detectionAttributes: [String: [String]] = [:],
        settings: UploadSettings = .standard, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> UploadAnswer {
        let picture = ViSearch.Picture(
            box: box, points: points, detection: detection, detectionLimit: detectionLimit, sensitivity: sensitivity,
            attributes: detectionAttributes)
        return try await ask(ViSearch.MultiSearch(picture, text: text, options: options), image, settings)
    }

    /// The feature of a picture, to search with later. The parameters are those of an upload search.
    public func extractFeature(
        _ image: QueryImage, box: Box? = nil, points: [Point] = [],
        detection: ViSearch.DetectionChoice? = nil, detectionLimit: Int? = nil,
        sensitivity: Detection.Sensitivity? = nil, detectionAttributes: [String: [String]] = [:],
        settings: UploadSettings = .standard, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Features {
        let picture = ViSearch.Picture(
            box: box, points: points, detection: detection, detectionLimit: detectionLimit, sensitivity: sensitivity,
            attributes: detectionAttributes)
        let (placed, upload) = try await place(ViSearch.ExtractFeature(picture, options: options), image, settings)
        return try await answer(to: placed, with: upload.map { [Attachment($0.bytes)] } ?? [])
    }

    /// Completes words, and gives the completions of the service.
    ///
    /// - Parameters:
    ///   - text: The words to complete.
    ///   - image: A picture beside the words. Default none.
    ///   - settings: Size and quality of the upload.
    ///   - options: Paging, filters and the rest of the search.
    public func autocomplete(
        _ text: String, image: QueryImage? = nil, settings: UploadSettings = .standard,
        options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Completions {
        let request = ViSearch.Autocomplete(text: text, options: options)
        guard let image else { return try await answer(to: request) }
        let (placed, upload) = try await place(request, image, settings)
        return try await answer(to: placed, with: upload.map { [Attachment($0.bytes)] } ?? [])
    }

    private func ask<Request: ViSearch.PictureRequest>(
        _ request: Request, _ image: QueryImage, _ settings: UploadSettings
    ) async throws(ClientError) -> UploadAnswer where Request.Answer == ViSearch.Results {
        let (placed, upload) = try await place(request, image, settings)
        let results = try await answer(to: placed, with: upload.map { [Attachment($0.bytes)] } ?? [])
        return UploadAnswer(results, scale: upload?.scale, placed.picture) {
            (picture: ViSearch.Picture) async throws(ClientError) in
            var again = placed
            again.picture = picture
            return try await answer(to: again)
        }
    }

    /// Returns the request with its places in the pixels of the upload, and the upload.
    private func place<Request: ViSearch.PictureRequest>(
        _ request: Request, _ image: QueryImage, _ settings: UploadSettings
    ) async throws(ClientError) -> (Request, PictureUpload?) {
        var request = request
        switch image {
        case .url(let url): request.picture.source = .url(url)
        case .id(let id): request.picture.source = .id(id)
        case .feature(let feature): request.picture.source = .feature(feature)
        case .local(let input):
            request.picture.source = .upload
            // A request that the service would refuse costs no decoding.
            _ = try request.withoutPlaces.checked()
            let upload = try await self.upload(input, settings)
            if let scale = upload.scale { try request.picture.move(by: scale) }
            return (request, upload)
        }
        return (request, nil)
    }
}

extension ViSearch.PictureRequest {
    fileprivate var withoutPlaces: Self {
        var copy = self
        copy.picture.box = nil
        copy.picture.points = []
        return copy
    }
}
