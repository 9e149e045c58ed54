import Foundation

/// The indexes of `Benchmarks/Rivals/vector_indexes.py` in a process of their own, which measures on request.
final class Rivals {
    private(set) var results: [MatchResult] = []
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()
    private let count: Int

    /// Builds the indexes; nil without an interpreter.
    init?(_ files: VectorFiles, _ options: MatchOptions) throws {
        guard let python = options.python else { return nil }
        count = files.count
        process.executableURL = URL(filePath: python)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Rivals/vector_indexes.py").path
        process.arguments =
            [
                script, files.vectorsPath, files.queriesPath, files.truthPath, "\(count)",
                "\(ClusteredVectors.dimensions)",
            ]
            + options.only
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for line in try answers() {
            guard let name = line["name"] as? String, let recall = line["recall"] as? Double,
                let bytes = line["bytes"] as? Int, let build = line["build"] as? Double
            else {
                complain("\(line["absent"] ?? "?") does not take part: \(line["why"] ?? "?")")
                continue
            }
            results.append(
                MatchResult(name: name, vectors: count, recall: recall, bytes: bytes, buildSeconds: build))
        }
    }

    /// Milliseconds of CPU for a query with each of them.
    func round() throws -> [(String, Double)] {
        try input.fileHandleForWriting.write(contentsOf: Data("round\n".utf8))
        return try answers().compactMap { line in
            guard let name = line["name"] as? String, let time = line["milliseconds"] as? Double else { return nil }
            return (name, time)
        }
    }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The lines up to "ready".
    private func answers() throws -> [[String: Any]] {
        var lines: [[String: Any]] = []
        while let line = try nextLine() {
            if line == Data("ready".utf8) { return lines }
            guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any] else { continue }
            lines.append(object)
        }
        throw Failure("the rivals ended early")
    }

    private func nextLine() throws -> Data? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest = Data(rest[(end + 1)...]) }
                return Data(rest[..<end])
            }
            // Whatever is there, at once; other ways of reading wait until they have all that was asked for.
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }
}
