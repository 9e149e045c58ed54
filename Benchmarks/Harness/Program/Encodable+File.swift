import Foundation

extension Encodable {
    /// Writes everything that one run measured as JSON.
    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: file))
    }
}
