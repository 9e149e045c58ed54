import Essentials
import Imaging

/// Reports the errors of single inputs: the first few on standard error, all of them in the file of `--errors`.
final class ErrorReport {
    static let shownLimit = 20

    private let file: Int32
    private let path: Path?
    private let isQuiet: Bool
    private let offersLenient: Bool
    private var count = 0

    /// Throws `SetupError` where the file cannot be written.
    init(_ options: RunOptions, list: Path?, offersLenient: Bool) throws {
        isQuiet = options.isQuiet
        path = options.errors
        self.offersLenient = offersLenient
        guard let path else {
            file = -1
            return
        }
        if let list, let identity = try? FileStatus.of(list).identity, identity == (try? FileStatus.of(path).identity) {
            throw UsageError("--errors \(path) would overwrite the list that is read")
        }
        // Safe: the name ends with NUL.
        file = path.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
        if file < 0 { throw SetupError("cannot write the errors to \(path)", .last) }
    }

    deinit {
        if file >= 0 { close(file) }
    }

    func add(_ outcome: Outcome, shard: Shard, progress: Progress) throws(WriteFailure) {
        guard case .failure(let error) = outcome.result else { return }
        count += 1
        if let path {
            try WriteFailure.naming(
                "the errors", path, try writeAll(Array(outcome.line(shard: shard).utf8), to: file))
        }
        if isQuiet || count > Self.shownLimit { return }
        let name = outcome.path == Path("-") ? "standard input" : outcome.path.text.printable
        progress.say("\(Terminal.errorMark) \(name): \(error.explanation(offersLenient: offersLenient).printable)")
    }

    /// Reports the number of errors that were not shown.
    func finish() {
        let more = count - Self.shownLimit
        if isQuiet || more <= 0 { return }
        let place = path.map { "\($0.text.printable) has all of them" } ?? "--errors FILE keeps all of them"
        note("magpie: and \(Numbers.plural(more, "more error")); \(place)\n")
    }
}

/// A failure to write a file that the call names. Exit code 2, or 75 where the disk is full.
struct WriteFailure: Error, Sendable {
    /// Such as "the report".
    let what: String
    let path: Path
    let cause: SystemError

    /// Does work that writes a file, and says which one where it fails.
    static func naming<Result>(
        _ what: String, _ path: Path, _ work: @autoclosure () throws(SystemError) -> Result
    ) throws(WriteFailure) {
        do throws(SystemError) { _ = try work() } catch { throw WriteFailure(what: what, path: path, cause: error) }
    }
}

extension ImageError {
    /// The option that raises a limit, by the unit of the limit.
    private static let raisingOptions = [
        "pixels": "--max-pixels", "bytes": "--max-bytes", "bytes of decoded pixels": "--max-memory",
    ]

    /// Returns the reason of the error for an input whose name is known, and the option that helps.
    func explanation(offersLenient: Bool) -> String {
        switch self {
        case .notFound: "there is no such file"
        case .unreadable(_, let reason): reason
        case .unsupportedFormat(let found):
            if let format = ImageFormat.optional.first(where: { $0.kind == found }) {
                "\(found) is decoded with --accept \(format.rawValue) only"
            } else {
                description
            }
        case .truncated: description + (offersLenient ? "; --lenient uses the decoded part" : "")
        case .tooLarge(_, let value, let limit, let unit):
            "\(Numbers.count(value)) \(unit) are more than the limit of \(Numbers.count(limit))"
                + (Self.raisingOptions[unit].map { "; \($0) raises it" } ?? "")
        case .timedOut(_, let seconds): "it took longer than \(Numbers.duration(seconds)); --timeout allows more"
        // The preview of a RAW file is missing, broken or too small.
        case .previewTooSmall, .undecodable(.inspect, .raw, _): description + ", as magpie prep --develop does"
        case .empty, .undecodable, .boxOutside, .boxTooSmall, .writeFailed, .invalidRecipe, .cancelled,
            .missingLibrary, .missingEncoder, .internal:
            description
        }
    }
}
