import Foundation
import SearchAPI
import TestSupport

/// A request of an official client, as it was recorded.
struct RecordedRequest: Decodable {
    struct Part: Decodable {
        var headers: [String]
        var text: String?
        var jpegBytes: Int?

        enum CodingKeys: String, CodingKey {
            case headers, text
            case jpegBytes = "jpeg_bytes"
        }
    }

    var method: String
    var target: String
    var headers: [String]
    var body: String?
    var parts: [Part]?

    /// All of `wire/*.json`; empty where the shared data are missing.
    static let all: [RecordedRequest] = {
        guard let folder = SharedData.folder("visearch")?.appending(path: "wire") else { return [] }
        struct Composed: Decodable { var requests: [RecordedRequest] }
        let decoder = JSONDecoder()
        func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
        do {
            return try decoder.decode([RecordedRequest].self, from: data("python-0.5.2.json"))
                + decoder.decode(Composed.self, from: data("composed-from-source.json")).requests
        } catch {
            fatalError("the recorded requests cannot be read: \(error)")
        }
    }()

    var path: String { String(target.prefix { $0 != "?" }) }

    var hasImage: Bool {
        body?.contains("name=\"image\"") ?? false || parts?.contains { $0.jpegBytes != nil } ?? false
    }

    /// From the query, the body and the text parts.
    var parameters: Parameters {
        var parameters = Parameters()
        let query = target.drop { $0 != "?" }.dropFirst()
        let isForm = headers.contains { $0.lowercased().contains("x-www-form-urlencoded") }
        for pair in [String(query), isForm ? body ?? "" : ""].flatMap({ $0.split(separator: "&") }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.replacing("+", with: " ").removingPercentEncoding! }
            parameters.append(parts[0], parts.count > 1 ? parts[1] : "")
        }
        for part in parts ?? [] {
            guard let text = part.text, let header = part.headers.first(where: { $0.contains("name=\"") }) else {
                continue
            }
            let name = header.components(separatedBy: "name=\"")[1].prefix { $0 != "\"" }
            parameters.append(String(name), text)
        }
        return parameters
    }
}
