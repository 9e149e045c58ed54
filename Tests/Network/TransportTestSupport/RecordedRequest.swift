internal import Foundation
import TestSupport
public import WireFormat

/// A request of an official client, as it was recorded, or as its source makes it.
public struct RecordedRequest: Decodable, Sendable, CustomStringConvertible {
    public struct Part: Decodable, Sendable {
        public var headers: [String]
        public var text: String?
        public var jpegBytes: Int?

        private enum CodingKeys: String, CodingKey {
            case headers, text
            case jpegBytes = "jpeg_bytes"
        }
    }

    public var method: String
    public var target: String
    public var headers: [String]
    public var body: String?
    public var parts: [Part]?

    /// All of `wire/*.json`; empty where the shared data are missing.
    public static let all: [RecordedRequest] = {
        guard let folder = SharedData.folder("visearch/wire") else { return [] }
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

    public var description: String { "\(method) \(target)" }

    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The number of pictures in the request.
    public var pictureCount: Int {
        (body?.contains("<JPEG>") == true ? 1 : 0) + (parts ?? []).count { $0.jpegBytes != nil }
    }

    /// From the query, the body and the text parts.
    public var parameters: Parameters {
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

    /// The bytes on the wire. Pictures are not recorded: this one takes their place, and is as long as they were where
    /// their length is known. Behind its end a JPEG may have anything.
    public func bytes(picture: [UInt8]) -> [UInt8] {
        var content = Array((body ?? "").replacing("Content-Length: N", with: "Content-Length: \(picture.count)").utf8)
        if let place = Data(content).firstRange(of: Data("<JPEG>".utf8)) {
            content.replaceSubrange(place, with: picture)
        }
        if let parts, let type = headers.first(where: { $0.hasPrefix("Content-Type: multipart") }) {
            let boundary = type.split(separator: "boundary=")[1]
            for part in parts {
                content += "--\(boundary)\r\n\(part.headers.joined(separator: "\r\n"))\r\n\r\n".utf8
                content += part.text.map { Array($0.utf8) } ?? picture
                content += [UInt8](repeating: 0, count: max(0, (part.jpegBytes ?? 0) - picture.count))
                content += "\r\n".utf8
            }
            content += "--\(boundary)--\r\n".utf8
        }
        var head = headers.filter { !$0.hasPrefix("Content-Length:") && !$0.hasPrefix("Host:") } + ["Host: localhost"]
        if method == "POST" { head.append("Content-Length: \(content.count)") }
        return Array("\(method) \(target) HTTP/1.1\r\n\(head.joined(separator: "\r\n"))\r\n\r\n".utf8) + content
    }
}
