/// An item with its picture, to insert.
public struct ItemPicture: Hashable, Sendable {
    /// `im_name`, 1…512 bytes.
    package var name: String
    /// A file, bytes or pixels of this machine, or a URL that the server fetches.
    package var image: QueryImage
    /// Attributes as text; with the name at most 32.
    package var values: [String: String]

    /// Creates an item from its `im_name`, its picture and its attributes.
    public init(_ name: String, _ image: QueryImage, values: [String: String] = [:]) {
        self.name = name
        self.image = image
        self.values = values
    }
}

extension SearchClient {
    /// Adds items with pictures of this machine, at most 100, to a server of your own.
    ///
    /// Pictures travel with the request, which is our own extension of the protocol: ViSenze's service takes URLs only,
    /// see ``insert(_:custom:)``. They are prepared as for a search, off the caller's thread. The server works on after its
    /// answer. It takes 10 MB in one request by default, and refuses a larger request as a whole.
    ///
    /// - Returns: the answer of the server. A picture that cannot be prepared is no failure of the others: it is not
    ///   sent, and is among the faults, with its place and its name.
    /// - Throws: `invalidArgument` for ViSenze's service, for what an item cannot be, and for an earlier upload or a feature.
    public func insert(
        pictures: [ItemPicture], settings: UploadSettings = .standard
    ) async throws(ClientError) -> ViSearch.InsertAnswer {
        guard !configuration.isViSenze else {
            throw .invalidArgument("\(configuration.baseURL) takes pictures by their URL only")
        }
        var request = ViSearch.Insert([])
        var inputs: [(place: Int, input: ImageInput)] = []
        for (place, picture) in pictures.enumerated() {
            var image = ViSearch.Insert.Image(picture.name, values: picture.values, index: place)
            switch picture.image {
            case .url(let url): image.url = url
            case .id: throw .invalidArgument("an earlier upload cannot be the picture of `\(picture.name)`")
            case .feature: throw .invalidArgument("a feature cannot be the picture of `\(picture.name)`")
            case .local(let input): inputs.append((place, input))
            }
            request.images.append(image)
        }
        // A request that the server would refuse costs no decoding.
        _ = try request.checked()
        var (files, faults): ([Attachment], [ViSearch.ImageFault]) = ([], [])
        let results = await uploads(inputs.map(\.input), settings)
        for (place, result) in zip(inputs.map(\.place), results) {
            switch result {
            case .success(let upload): files.append(Attachment(name: "image[\(place)]", upload.bytes))
            case .failure(.cancelled): throw .cancelled
            case .failure(let error):
                let fault = ViSearch.Fault(error.description)
                faults.append(ViSearch.ImageFault(fault, index: place, name: pictures[place].name))
            }
        }
        let lost = Set(faults.map(\.index))
        request.images.removeAll { lost.contains($0.index) }
        if request.images.isEmpty { return ViSearch.InsertAnswer(transaction: nil, total: 0, faults: faults) }
        var answer = try await answer(to: request, with: files)
        if !faults.isEmpty {
            answer.head.faults = (answer.faults + faults).sorted { $0.index ?? 0 < $1.index ?? 0 }
            if answer.status == .ok { answer.status = .warning }
        }
        return answer
    }
}
