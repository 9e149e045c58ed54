import Essentials

/// The JSON lines of one part of a sharded job.
struct Part {
    let path: Path
    /// Nil for a part without lines.
    private(set) var shard: Shard?
    private(set) var version: String?

    /// Reads the whole file. Throws `SetupError` where a line is cut off or is not from a sharded run.
    init(reading path: Path) throws {
        struct Line: Decodable, Equatable {
            let shard: String
            let version: String
        }
        self.path = path
        var first: Line?
        var number = 0
        try forEachLine { bytes, isTerminated in
            number += 1
            guard isTerminated else { throw SetupError("\(path) is cut off in line \(number)") }
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)), Shard(line.shard) != nil else {
                throw SetupError("line \(number) of \(path) is not from a run with --shard and --json")
            }
            if let first, first != line {
                throw SetupError("\(path) holds lines of part \(first.shard) and of part \(line.shard)")
            }
            first = line
        }
        shard = first.flatMap { Shard($0.shard) }
        version = first?.version
    }

    func forEachLine(_ body: (ArraySlice<UInt8>, _ isTerminated: Bool) throws -> Void) throws {
        let lines: LineReader
        do {
            switch try FileStatus.of(path).kind {
            case .file: break
            case .folder: throw SystemError(EISDIR)
            case .link, .other: throw SetupError("cannot read \(path): it is not a regular file")
            }
            lines = LineReader(try OpenFile(path))
        } catch let error as SystemError {
            throw SetupError("cannot read \(path)", error)
        }
        while true {
            switch lines.next() {
            case .line(let line, let isTerminated): try body(line, isTerminated)
            case .tooLong: throw SetupError("\(path) has a line that is too long to be a result")
            case .failed(let error): throw SetupError("cannot read \(path)", error)
            case .end: return
            }
        }
    }
}
