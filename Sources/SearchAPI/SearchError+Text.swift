public import Foundation
internal import Imaging

extension SearchError {
    /// The machine-readable name, as it stands in JSON.
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
        }
    }
}

extension SearchError: CustomStringConvertible {
    /// What was wrong and what would be right, in one sentence without a capital letter or a period.
    public var description: String {
        switch self {
        case .invalidArgument(let text): text
        case .itemNotFound(let id): "there is no item '\(id)' in the store"
        case .image(let error): error.description
        case .wrongType(let field, let expected, let value):
            "the field \(field) holds \(expected.rawValue) values; '\(value)' is none"
        case .store(let path, let reason): "cannot use the store \(path): \(reason)"
        case .damaged(let path, let detail): "the store \(path) is damaged (\(detail))"
        case .diskFull(let path):
            "no room is left on the disk of the store \(path); nothing of the write was kept, and it can be tried again"
        case .describerMismatch(let store, let describer):
            "the store was made with the describer \(store), which cannot be mixed with \(describer)"
        case .service(let text): text
        }
    }
}

extension SearchError: LocalizedError {
    public var errorDescription: String? { description }
}
