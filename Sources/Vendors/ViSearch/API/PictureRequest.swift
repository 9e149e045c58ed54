extension ViSearch {
    /// A request with a picture.
    package protocol PictureRequest: Request {
        /// The picture of the request.
        var picture: Picture { get set }
    }

    /// A request whose answer has pages of hits.
    package protocol PagedRequest: Request where Answer == Results {
        /// Paging, filters, facets and the rest of the search.
        var options: Options { get set }
    }

    /// An operation that takes a picture, words or both.
    package protocol PictureOperation {
        /// The answer of the service.
        associatedtype Answer: WireAnswer
        /// The operation.
        static var operation: Operation { get }
    }

    /// Items that look like a picture.
    package enum Uploading: PictureOperation {
        package typealias Answer = Results
        package static var operation: Operation { .uploadSearch }
    }

    /// Items that look like a picture, contain some words, or both.
    package enum Combining: PictureOperation {
        package typealias Answer = Results
        package static var operation: Operation { .multiSearch }
    }

    /// Words that may follow the last one.
    package enum Completing: PictureOperation {
        package typealias Answer = Completions
        package static var operation: Operation { .autocomplete }
    }

    /// The vector of a picture.
    package enum Describing: PictureOperation {
        package typealias Answer = Features
        package static var operation: Operation { .extractFeature }
    }

    /// A search for items that look like a picture, or like a part of it.
    package typealias UploadSearch = PictureCall<Uploading>
    /// A search for items that look like a picture, contain some words, or both.
    package typealias MultiSearch = PictureCall<Combining>
    /// A request for completions of words, beside a picture or without one.
    package typealias Autocomplete = PictureCall<Completing>
    /// The feature of a picture, to search with later.
    package typealias ExtractFeature = PictureCall<Describing>

    /// A request with a picture, words or both. Upload search and extract feature are refused without a picture, the
    /// others without either.
    package struct PictureCall<Kind: PictureOperation>: PictureRequest {
        package typealias Answer = Kind.Answer
        package static var operation: Operation { Kind.operation }

        package var picture: Picture
        /// Words, `q` on the wire; nil for none.
        package var text: String?
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a request, by default without a picture and without words.
        package init(_ picture: Picture = .init(), text: String? = nil, options: Options = .init()) {
            (self.picture, self.text, self.options) = (picture, text, options)
        }

        package init(_ parameters: Parameters) throws(Fault) { try self.init(parameters, hasImage: false) }

        /// Reads what a client sent.
        ///
        /// - Parameters:
        ///   - parameters: What a client sent.
        ///   - hasImage: There is a file part `image` as well.
        package init(_ parameters: Parameters, hasImage: Bool) throws(Fault) {
            var reader = ParameterReader(parameters)
            self.init(
                try Picture(&reader, hasImage: hasImage), text: reader.text("q"), options: try Options(&reader))
            try check()
        }

        package func parameters() throws(Fault) -> Parameters {
            try check()
            var parameters = Parameters()
            try picture.write(to: &parameters)
            parameters.append("q", text)
            try options.write(to: &parameters)
            return parameters
        }

        private func check() throws(Fault) {
            guard picture.source == nil else { return }
            switch Self.operation {
            case .multiSearch, .autocomplete:
                if text?.trimmed.isEmpty != false { throw .invalid("q is missing.") }
            default: throw .missingImage
            }
        }
    }
}

extension ViSearch.SimilarSearch: ViSearch.PagedRequest {}
extension ViSearch.ColorSearch: ViSearch.PagedRequest {}
extension ViSearch.Recommendation: ViSearch.PagedRequest {}
extension ViSearch.PictureCall: ViSearch.PagedRequest where Kind.Answer == ViSearch.Results {}

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
