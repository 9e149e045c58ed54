public import Essentials

extension SearchError {
    /// The machine-readable name, as in JSON.
    public var code: String {
        switch self {
        case .invalidArgument: "invalidArgument"
        case .itemNotFound: "itemNotFound"
        case .image: "image"
        case .wrongType: "wrongType"
        case .store: "store"
        case .damaged: "damaged"
        case .diskFull: "diskFull"
        case .describerMismatch: "describerMismatch"
        case .service: "service"
        case .cancelled: "cancelled"
        }
    }
}

extension SearchError: CustomStringConvertible {
    /// The fault and, where known, the remedy, in one sentence without an initial capital letter or a period.
    public var description: String {
        switch self {
        case .invalidArgument(let text): text
        case .itemNotFound(let id): "there is no item '\(id)' in the store"
        case .image(let error): error.description
        case .wrongType(let field, let expected, let value):
            "the field \(field) holds \(expected.rawValue) values; '\(value)' cannot be read as one"
        case .store(let path, let reason): "cannot use the store \(path): \(reason)"
        case .damaged(let path, let detail): "the store \(path) is damaged (\(detail))"
        case .diskFull(let path):
            "the disk of the store \(path) is full: nothing of this write was kept; free space and try again"
        case .describerMismatch(let store, let describer):
            "the store was made with the describer \(store), which cannot be mixed with \(describer)"
        case .service(let text): text
        case .cancelled: "cancelled"
        }
    }
}

extension SearchError: LocalizedError {
    /// The same text as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
}
