/// Requests and answers of the ViSearch protocol, as values that client and server share.
///
/// Requests travel as parameters. Answers travel as JSON, written as strictly as the official clients need it and read
/// as leniently as the service requires.
public enum ViSearch {
    /// An operation of the service. The raw value is the `method` of the answer and, after a slash, the path.
    package enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
        /// Items that look like an item of the catalog.
        case search
        /// Items to show beside an item.
        case recommendations
        /// Items of a color.
        case colorSearch = "colorsearch"
        /// Items that look like a picture.
        case uploadSearch = "uploadsearch"
        /// Items that look like each object in a picture.
        case discoverSearch = "discoversearch"
        /// Items that go with the objects of an item.
        case match
        /// The vector of a picture.
        case extractFeature = "extractfeature"
        /// Items that look like a picture, contain some words, or both.
        case multiSearch = "multisearch"
        /// Words that may follow the last one.
        case autocomplete = "multisearch/autocomplete"
        /// Items added to the catalog, or changed.
        case insert
        /// The path goes on with a slash and the transaction.
        case insertStatus = "insert/status"
        /// Items removed from the catalog.
        case remove
        /// Deprecated; takes what ``discoverSearch`` takes.
        case similarProducts = "similarproducts"
        /// Items of a gallery, page after page.
        case gallery = "linked/gallery/browse"
        /// Items in place of one that is sold out.
        case outOfStock = "out_of_stock"

        /// All paths under which clients ask for it, the current one first.
        package var paths: [String] {
            self == .recommendations ? ["/recommendations", "/recommendation"] : ["/" + rawValue]
        }
    }

    /// A request as a value.
    package protocol Request: Hashable, Sendable, Codable {
        /// The answer of the service to the request.
        associatedtype Answer: ViSearch.WireAnswer
        /// The operation that the request asks for.
        static var operation: Operation { get }

        /// Reads what a client sent. Parameters that are not known are kept as custom ones.
        ///
        /// Throws the fault of the first value that is missing or outside its range.
        init(_ parameters: Parameters) throws(Fault)

        /// The parameters as a client sends them.
        ///
        /// Throws the fault of the first value that the service would refuse.
        func parameters() throws(Fault) -> Parameters
    }

    /// An answer of the service.
    public protocol Answer: Hashable, Sendable {
        /// The members that every answer has; they can be read from the answer itself.
        var head: AnswerHead { get set }
    }

    /// An answer with its wire form.
    package protocol WireAnswer: Answer {
        /// Reads an answer; what is missing stays nil, what is unknown is kept.
        ///
        /// Throws where a member that the answer needs is missing or has another shape.
        init(json: JSONValue) throws(MalformedJSON)

        /// Writes it so that every official client reads it.
        func write(to writer: inout JSONWriter)
    }
}

// The parts that ViSearch shares with ProductSearch.
extension ViSearch {
    /// The outcome of a request, as the service reports it.
    public typealias Status = ViSenze.Status
    /// The objects of a picture that count.
    public typealias DetectionChoice = ViSenze.DetectionChoice
    /// An object in the picture of a request, and if requested, the items that look like it.
    public typealias FoundObject = ViSenze.FoundObject<Hit>
    /// Hits that share a value.
    public typealias Group = ViSenze.Group<Hit>
    /// The values of a field with their counts over the results.
    public typealias Facet = ViSenze.Facet
    /// A set of recommendations that go together.
    public typealias SetInfo = ViSenze.SetInfo
    /// A picture that shows an item well.
    public typealias BestImage = ViSenze.BestImage
    /// The reason why a request is refused.
    package typealias Fault = ViSenze.Fault<ViSearch>
    /// The limits of the protocol, which client and server keep.
    package typealias Limits = ViSenze.Limits
}

extension ViSearch: ViSenze.Dialect {
    package static var codeOfInvalid: Int? { nil }
    package static var namesValues: Bool { false }
}

extension ViSearch.Answer {
    /// The outcome of the request.
    public package(set) var status: ViSearch.Status {
        get { head.status }
        set { head.status = newValue }
    }

    /// The operation that answered.
    package var method: String { head.method }

    /// The faults, of data operations with their images. Empty when all is well.
    public var faults: [ViSearch.ImageFault] { head.faults }

    /// The words of the service for the fault.
    package var errorTexts: [String] { faults.map(\.text) }

    /// The error number of the service, where it gave one.
    package var errorNumber: Int? { head.code ?? faults.first?.code }

    /// The name of the request, for events and questions to the service.
    public package(set) var requestID: String? {
        get { head.requestID }
        set { head.requestID = newValue }
    }

    /// Further members that the service sent, by their names on the wire.
    public var other: [String: JSONValue] { head.other }
}

extension ViSearch.WireAnswer {
    /// Reads an answer from the bytes of a body.
    package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        try self.init(json: JSONValue(parsing: bytes))
    }

    /// The answer as a JSON text.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
