import Imaging
import SearchAPI

extension SearchError {
    /// What was wrong and what would be right, as it follows `magpie: `.
    var sentence: String {
        switch self {
        case .diskFull(let path):
            "no room for the store \(path); make room and run again: what was said to be done is kept"
        case .describerMismatch: "\(description); index into a new one"
        case .invalidArgument, .itemNotFound, .image, .wrongType, .store, .service: description
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
