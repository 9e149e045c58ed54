/// As `{"code":"…","message":"…"}` with the values of the case beside them, such as
/// `{"code":"wrongType","message":"…","field":"price","expected":"float","value":"cheap"}`.
///
/// The message is for people. An error with a code that is not known here is read as ``service(_:)`` with its message.
extension SearchError: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, id, image, field, expected, value, path, reason, detail, store, describer
    }

    /// Decodes an error by its `code`; an unknown code becomes ``service(_:)`` with its message.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
        switch try text(.code) {
        case "invalidArgument": self = .invalidArgument(try text(.message))
        case "itemNotFound": self = .itemNotFound(id: try text(.id))
        case "image": self = .image(try container.decode(ImageError.self, forKey: .image))
        case "wrongType":
            self = .wrongType(
                field: try text(.field), expected: try container.decode(AttributeType.self, forKey: .expected),
                value: try text(.value))
        case "store": self = .store(path: try text(.path), reason: try text(.reason))
        case "damaged": self = .damaged(path: try text(.path), detail: try text(.detail))
        case "diskFull": self = .diskFull(path: try text(.path))
        case "describerMismatch":
            self = .describerMismatch(store: try text(.store), describer: try text(.describer))
        case "cancelled": self = .cancelled
        default: self = .service(try text(.message))
        }
    }

    /// Encodes the code, the message and the values of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(description, forKey: .message)
        switch self {
        case .invalidArgument, .service, .cancelled: break
        case .itemNotFound(let id): try container.encode(id, forKey: .id)
        case .image(let error): try container.encode(error, forKey: .image)
        case .wrongType(let field, let expected, let value):
            try container.encode(field, forKey: .field)
            try container.encode(expected, forKey: .expected)
            try container.encode(value, forKey: .value)
        case .store(let path, let reason):
            try container.encode(path, forKey: .path)
            try container.encode(reason, forKey: .reason)
        case .damaged(let path, let detail):
            try container.encode(path, forKey: .path)
            try container.encode(detail, forKey: .detail)
        case .diskFull(let path): try container.encode(path, forKey: .path)
        case .describerMismatch(let store, let describer):
            try container.encode(store, forKey: .store)
            try container.encode(describer, forKey: .describer)
        }
    }
}
