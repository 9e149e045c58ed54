extension ViSearch {
    /// A request with a picture, words or both. Upload search and extract feature are refused without a picture, the
    /// others without either.
    package protocol PictureRequest: Request {
        /// The picture of the request.
        var picture: Picture { get set }
        /// Words, `q` on the wire.
        var text: String? { get set }
        /// Paging, filters, facets and the rest of the search.
        var options: Options { get set }

        /// Creates a request without a picture and without words.
        init()
    }

    /// A request whose answer has pages of hits.
    package protocol PagedRequest: Request where Answer == Results {
        /// Paging, filters, facets and the rest of the search.
        var options: Options { get set }
    }
}

extension ViSearch.SimilarSearch: ViSearch.PagedRequest {}
extension ViSearch.ColorSearch: ViSearch.PagedRequest {}
extension ViSearch.Recommendation: ViSearch.PagedRequest {}
extension ViSearch.UploadSearch: ViSearch.PagedRequest {}
extension ViSearch.MultiSearch: ViSearch.PagedRequest {}

extension ViSearch.PictureRequest {
    /// Creates a request without a picture and without words.
    package init(_ picture: ViSearch.Picture = .init(), text: String? = nil, options: ViSearch.Options = .init()) {
        self.init()
        (self.picture, self.text, self.options) = (picture, text, options)
    }

    /// Reads what a client sent, without a file part.
    package init(_ parameters: Parameters) throws(ViSearch.Fault) { try self.init(parameters, hasImage: false) }

    /// Reads what a client sent.
    ///
    /// - Parameters:
    ///   - parameters: What a client sent.
    ///   - hasImage: There is a file part `image` as well.
    package init(_ parameters: Parameters, hasImage: Bool) throws(ViSearch.Fault) {
        var reader = ParameterReader(parameters)
        self.init(
            try ViSearch.Picture(&reader, hasImage: hasImage), text: reader.text("q"),
            options: try ViSearch.Options(&reader))
        options.custom = reader.rest
        try check()
    }

    /// The parameters of the request.
    ///
    /// Throws the fault of the first value outside its range.
    package func parameters() throws(ViSearch.Fault) -> Parameters {
        try check()
        var parameters = Parameters()
        try picture.write(to: &parameters)
        parameters.append("q", text)
        try options.write(to: &parameters)
        return parameters
    }

    private func check() throws(ViSearch.Fault) {
        guard picture.source == nil else { return }
        switch Self.operation {
        case .multiSearch, .autocomplete:
            if text?.trimmed.isEmpty != false { throw .invalid("q is missing.") }
        default: throw .missingImage
        }
    }
}

extension ParameterReader {
    /// The item of a search; 1…512 bytes.
    mutating func itemName() throws(ViSearch.Fault) -> String {
        guard let name = raw("im_name").first(where: { !$0.isEmpty }), name.isItemName else { throw .invalidQueryName }
        return name
    }
}

extension Parameters {
    mutating func append(itemName name: String) throws(ViSearch.Fault) {
        guard name.isItemName else { throw .invalidQueryName }
        append("im_name", name)
    }
}

extension String {
    /// An opaque key of 1…512 bytes.
    var isItemName: Bool { ViSearch.Limits.nameBytes.contains(utf8.count) && !utf8.allSatisfy { $0 == 0x20 } }
}
