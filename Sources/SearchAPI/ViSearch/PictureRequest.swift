extension ViSearch {
    /// A request that may carry a picture.
    public protocol PictureRequest: Request {
        /// Without a picture the request is refused.
        static var needsPicture: Bool { get }
        var picture: Picture { get set }
        /// Words, `q` on the wire.
        var text: String? { get set }
        var options: Options { get set }

        init(_ picture: Picture, text: String?, options: Options)
    }
}

extension ViSearch {
    /// A request whose answer has pages of hits.
    public protocol PagedRequest: Request where Answer == Results {
        var options: Options { get set }
    }
}

extension ViSearch.SimilarSearch: ViSearch.PagedRequest {}
extension ViSearch.ColorSearch: ViSearch.PagedRequest {}
extension ViSearch.Recommendation: ViSearch.PagedRequest {}
extension ViSearch.UploadSearch: ViSearch.PagedRequest {}
extension ViSearch.MultiSearch: ViSearch.PagedRequest {}

extension ViSearch.PictureRequest {
    /// Reads what a client sent, without a file part.
    public init(_ parameters: Parameters) throws(ViSearch.Fault) { try self.init(parameters, hasImage: false) }

    /// Reads what a client sent.
    ///
    /// - Parameter hasImage: there is a file part `image` as well.
    public init(_ parameters: Parameters, hasImage: Bool) throws(ViSearch.Fault) {
        var reader = ParameterReader(parameters)
        self.init(
            try ViSearch.Picture(&reader, hasImage: hasImage), text: reader.text("q"),
            options: try ViSearch.Options(&reader))
        options.custom = reader.rest
        try check()
    }

    public func parameters() throws(ViSearch.Fault) -> Parameters {
        try check()
        var parameters = Parameters()
        try picture.write(to: &parameters, isRequired: Self.needsPicture)
        parameters.append("q", text)
        try options.write(to: &parameters)
        return parameters
    }

    private func check() throws(ViSearch.Fault) {
        if Self.needsPicture, picture.source == nil { throw .missingImage }
        if picture.source == nil, text?.trimmed.isEmpty != false { throw .invalid("q is missing.") }
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
    var isItemName: Bool { (1...512).contains(utf8.count) && !utf8.allSatisfy { $0 == 0x20 } }
}
