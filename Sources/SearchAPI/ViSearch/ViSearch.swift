/// Requests and answers of the ViSearch protocol, as values that client and server share.
///
/// A request becomes parameters and is read from parameters; an answer is written as JSON as strictly as the official
/// clients need it, and read as leniently as the service requires.
public enum ViSearch {
    /// What can be asked for. The raw value is the `method` of the answer and, after a slash, the path.
    public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
        case search
        case recommendations
        case colorSearch = "colorsearch"
        case uploadSearch = "uploadsearch"
        case discoverSearch = "discoversearch"
        case match
        case extractFeature = "extractfeature"
        case multiSearch = "multisearch"
        case autocomplete = "multisearch/autocomplete"
        case insert
        /// The path goes on with a slash and the transaction.
        case insertStatus = "insert/status"
        case remove
        /// Deprecated; takes what ``discoverSearch`` takes.
        case similarProducts = "similarproducts"
        case gallery = "linked/gallery/browse"
        case outOfStock = "out_of_stock"

        /// All paths under which clients ask for it, the current one first.
        public var paths: [String] {
            self == .recommendations ? ["/recommendations", "/recommendation"] : ["/" + rawValue]
        }
    }

    /// A request as a value.
    public protocol Request: Hashable, Sendable, Codable {
        associatedtype Answer: ViSearch.Answer
        static var operation: Operation { get }

        /// Reads what a client sent. Parameters that are not known are kept as custom ones.
        init(_ parameters: Parameters) throws(Fault)

        /// As a client sends it. Throws for what the service would refuse.
        func parameters() throws(Fault) -> Parameters
    }

    /// An answer as a value.
    public protocol Answer: Hashable, Sendable, Codable {
        /// Reads an answer; what is missing stays nil, what is unknown is kept.
        init(json: JSONValue) throws(MalformedJSON)

        /// Writes it so that every official client reads it.
        func write(to writer: inout JSONWriter)

        /// What every answer has; its members can be read from the answer itself.
        var head: AnswerHead { get set }
    }

    /// How the service feels about a request.
    public enum Status: String, Hashable, Sendable, Codable {
        case ok = "OK"
        /// Data operations only: some did, some did not.
        case warning
        case fail

        /// In any case.
        init(_ text: String, at path: String) throws(MalformedJSON) {
            switch text.lowercased() {
            case "ok": self = .ok
            case "warning": self = .warning
            case "fail": self = .fail
            default: throw MalformedJSON(path: path, reason: "expected OK, warning or fail, found \(text)")
            }
        }
    }
}

extension ViSearch.Answer {
    public var status: ViSearch.Status {
        get { head.status }
        set { head.status = newValue }
    }

    /// The operation that answered.
    public var method: String { head.method }

    /// What went wrong, of data operations with the images that it went wrong with. Empty when all is well.
    public var faults: [ViSearch.ImageFault] { head.faults }

    /// What the service says went wrong, as text.
    public var errorTexts: [String] { faults.map(\.text) }

    /// The error number of the service, where it gave one.
    public var errorNumber: Int? { head.code ?? faults.first?.code }

    /// The name of the request, for events and questions to the service.
    public var requestID: String? {
        get { head.requestID }
        set { head.requestID = newValue }
    }

    /// What else the service said, by the name it has on the wire.
    public var other: [String: JSONValue] { head.other }
}

extension ViSearch.Answer {
    /// Reads an answer from the bytes of a body.
    public init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        try self.init(json: JSONValue(parsing: bytes))
    }

    public init(from decoder: any Decoder) throws {
        try self.init(json: JSONValue(from: decoder))
    }

    /// The answer as a JSON text.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// By way of ``encoded``, so that there is one form only.
    public func encode(to encoder: any Encoder) throws {
        try JSONValue(parsing: encoded).encode(to: encoder)
    }
}
