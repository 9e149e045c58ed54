import Imaging
import SearchAPI

extension SearchError {
    /// What was wrong and what would be right, as it follows `magpie: `.
    var sentence: String {
        switch self {
        case .store(let path, _): "\(description)\(SearchError.hint(path))"
        case .damaged(let path, _):
            "\(description); 'magpie store check \(path.shellWord)' says where, "
                + "'magpie store repair \(path.shellWord)' saves the rest"
        case .diskFull(let path):
            "no room for the store \(path); make room and run again: what was said to be done is kept"
        case .describerMismatch: "\(description); index into a new one"
        case .invalidArgument, .itemNotFound, .image, .wrongType, .service: description
        }
    }

    /// What makes a store where there is none.
    private static func hint(_ path: String) -> String {
        guard (try? FileStatus.of(Path(path).parent)) != nil else { return "" }
        let status = try? FileStatus.of(Path(path))
        return status == nil || status?.size == 0 ? "; 'magpie index' makes a store" : ""
    }

    var exitCode: ExitCode {
        switch self {
        case .invalidArgument, .wrongType: .usage
        case .diskFull: .tryAgain
        case .itemNotFound, .image, .store, .damaged, .describerMismatch, .service: .setup
        }
    }

    var json: JSON {
        if case .image(let error) = self { return error.json }
        return ["code": .string(code), "message": .string(sentence)]
    }
}
