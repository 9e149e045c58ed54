internal import Essentials
internal import Models

/// The work of a process that reads text, as the arguments that it is started with.
package struct TextReaderWork: Hashable, Sendable {
    /// The folder of the models.
    package var folder: String
    /// The settings of the reader.
    package var settings: TextReaderSettings

    /// Creates the work for a folder.
    package init(folder: String, settings: TextReaderSettings) { (self.folder, self.settings) = (folder, settings) }

    /// The arguments: the folder, then names with values.
    package var arguments: [String] {
        [
            folder, "--threads", "\(settings.threads)", "--score", "\(settings.leastScore)",
            "--sides", "\(settings.sides.lowerBound)...\(settings.sides.upperBound)", "--map", "\(settings.mapSide)",
            "--batch", settings.batching.rawValue,
        ] + (settings.runtime.map { ["--runtime", $0] } ?? [])
    }

    /// Reads ``arguments``; nil for others.
    package init?(_ arguments: [String]) {
        guard arguments.count % 2 == 1, let folder = arguments.first else { return nil }
        self.init(folder: folder, settings: TextReaderSettings())
        for place in stride(from: 1, to: arguments.count, by: 2) {
            guard set(arguments[place], arguments[place + 1]) else { return nil }
        }
        guard 1...256 ~= settings.threads, settings.fault == nil else { return nil }
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--threads": return Int(value).map { settings.threads = $0 } != nil
        case "--score": return Double(value).map { settings.leastScore = $0 } != nil
        case "--map": return Int(value).map { settings.mapSide = $0 } != nil
        case "--batch":
            return TextReaderSettings.Batching(rawValue: value).map { settings.batching = $0 } != nil
        case "--sides":
            let sides = value.split(separator: ".").compactMap { Int($0) }
            guard sides.count == 2, sides[0] <= sides[1] else { return false }
            settings.sides = sides[0]...sides[1]
            return true
        case "--runtime":
            settings.runtime = value
            return true
        default: return false
        }
    }

    /// Serves calls until the other process ends the connection. Does not return.
    package func serve() -> Never {
        let opened = OpenReader()
        serveCalls(greeting: { try opened.open(self) }, answer: opened.answer)
    }
}

/// The reader that a process has opened.
private final class OpenReader: @unchecked Sendable {
    // Safe: only the thread that serves calls uses it.
    private var reader: TextReader?

    /// Opens the models. Returns the greeting, which says nothing.
    func open(_ work: TextReaderWork) throws(TextReaderError) -> [UInt8] {
        reader = try TextReader(URL(filePath: work.folder), work.settings)
        return []
    }

    func answer(_ request: [UInt8]) throws(TextReaderError) -> [UInt8] {
        guard let reader, let picture = TextFrames.picture(request) else {
            throw .misfit("a request of \(request.count) bytes has no picture")
        }
        return TextFrames.bytes(try reader.lines(in: picture))
    }
}
