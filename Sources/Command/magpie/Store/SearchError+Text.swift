import SQLite
import VisualSearch

extension SearchError {
    /// The error and its fix, as they follow `magpie: `.
    var sentence: String {
        switch self {
        case .store(let path, CatalogStore.missing), .store(let path, CatalogStore.empty):
            "\(description)\(SearchError.hint(path))"
        case .store: description
        case .damaged(let path, _):
            "\(description); 'magpie store check \(path.shellWord)' locates the damage, "
                + "'magpie store repair \(path.shellWord)' saves the rest"
        case .diskFull(let path):
            "disk full: no space for the store \(path); everything already acknowledged is safe; free space and run again"
        case .describerMismatch: "\(description); 'magpie store describe' gives a store another describer"
        case .invalidArgument, .itemNotFound, .image, .wrongType, .service, .cancelled: description
        }
    }

    /// Returns the command that creates a store where none exists.
    private static func hint(_ path: String) -> String {
        guard (try? FileStatus.of(Path(path).parent)) != nil else { return "" }
        let status = try? FileStatus.of(Path(path))
        return status == nil || status?.size == 0 ? "; 'magpie index' creates a store" : ""
    }

    var exitCode: ExitCode {
        switch self {
        case .invalidArgument, .wrongType: .usage
        case .diskFull: .tryAgain
        case .image(let error) where error.shortage != nil: .tryAgain
        case .store where isShortage, .service where isShortage: .tryAgain
        case .itemNotFound, .image, .store, .damaged, .describerMismatch, .service, .cancelled: .setup
        }
    }
}

extension Path {
    /// Does work with what the file holds. A fault there is not one of the call: its exit code is 2, not 1.
    ///
    /// - Parameter isNamed: True where the error names the file.
    func judged<Value>(isNamed: Bool = false, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as SearchError where error.exitCode == .usage {
            throw SetupError((isNamed ? "" : "\(text.printable): ") + error.sentence, because: error)
        }
    }
}
