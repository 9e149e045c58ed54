import Imaging
import SearchAPI

extension SearchError {
    /// What was wrong and what would be right, as it follows `magpie: `.
    var sentence: String {
        switch self {
        case .invalidArgument(let text): text
        case .itemNotFound(let id): "there is no item '\(id)' in the store"
        case .image(let error): error.description
        case .wrongType(let field, let expected, let value):
            "the field \(field) holds \(expected.rawValue) values; '\(value)' is none"
        case .store(let path, let reason): "cannot use the store \(path): \(reason)"
        case .diskFull(let path):
            "no room for the store \(path); make room and run again: what was said to be done is kept"
        case .describerMismatch(let store, let describer):
            "the store was made with the describer \(store), which cannot be mixed with \(describer); index into a new one"
        case .service(let text): text
        }
    }

    /// As it stands in JSON.
    var code: String {
        switch self {
        case .invalidArgument: "invalidArgument"
        case .itemNotFound: "itemNotFound"
        case .image(let error): error.code
        case .wrongType: "wrongType"
        case .store: "store"
        case .diskFull: "diskFull"
        case .describerMismatch: "describerMismatch"
        case .service: "service"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .invalidArgument, .wrongType: .usage
        case .diskFull: .tryAgain
        case .itemNotFound, .image, .store, .describerMismatch, .service: .setup
        }
    }

    var json: JSON {
        if case .image(let error) = self { return error.json }
        return ["code": .string(code), "message": .string(sentence)]
    }
}
