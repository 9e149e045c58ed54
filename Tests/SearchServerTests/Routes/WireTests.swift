import Foundation
import Imaging
import SearchAPI
import TestSupport
import Testing
import VisualSearch

@testable import SearchServer

/// A request of an official client, as it was recorded or composed.
struct WireRequest: Decodable, CustomStringConvertible {
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

    var description: String { "\(method) \(target)" }

    static let all: [WireRequest] = {
        struct Composed: Decodable { var requests: [WireRequest] }
        guard let folder = SharedData.folder("visearch")?.appending(path: "wire"),
            let recorded = try? Data(contentsOf: folder.appending(path: "python-0.5.2.json")),
            let composed = try? Data(contentsOf: folder.appending(path: "composed-from-source.json"))
        else { return [] }
        let decoder = JSONDecoder()
        return ((try? decoder.decode([WireRequest].self, from: recorded)) ?? [])
            + ((try? decoder.decode(Composed.self, from: composed))?.requests ?? [])
    }()

    /// The bytes on the wire. Pictures are not recorded: one of the same length takes their place.
    func bytes(picture: [UInt8]) -> [UInt8] {
        var content = Array((body ?? "").replacing("Content-Length: N\r\n", with: "").utf8)
        if let place = Data(content).firstRange(of: Data("<JPEG>".utf8)) {
            content.replaceSubrange(place, with: picture)
        }
        if let parts, let type = headers.first(where: { $0.hasPrefix("Content-Type: multipart") }) {
            let boundary = type.split(separator: "boundary=")[1]
            for part in parts {
                content += Array("--\(boundary)\r\n\(part.headers.joined(separator: "\r\n"))\r\n\r\n".utf8)
                content += part.text.map { Array($0.utf8) } ?? picture
                // Behind its end a JPEG may have anything.
                content += [UInt8](repeating: 0, count: max(0, (part.jpegBytes ?? 0) - picture.count))
                content += Array("\r\n".utf8)
            }
            content += Array("--\(boundary)--\r\n".utf8)
        }
        var head = "\(method) \(target) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: HOST\r\n" }
        for header in headers {
            let isLength = header.hasPrefix("Content-Length:")
            head +=
                (isLength ? "Content-Length: \(content.count)" : header.replacing("HOST:PORT", with: "HOST:1")) + "\r\n"
        }
        if method == "POST", !headers.contains(where: { $0.hasPrefix("Content-Length:") }) {
            head += "Content-Length: \(content.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + content
    }
}

@Suite("Requests of the official clients")
struct WireTests {
    @Test(
        "each one is understood, with its key",
        .enabled(if: !WireRequest.all.isEmpty, "skipped: no ../shared/data/visearch"),
        arguments: WireRequest.all)
    func replay(_ request: WireRequest) throws {
        let shop = try WireTests.shop.get()
        // A small picture, so that none is longer than what was recorded.
        let client = shop.client
        client.send(request.bytes(picture: try WireTests.picture.get()))
        let answer = client.readAnswer(seconds: 30)
        #expect(answer.status == 200, "\(answer.body)")
        let json = try JSONValue(parsing: Array(answer.body.utf8))
        let path = request.target.prefix { $0 != "?" }
        let errors = json["error"]?.values ?? []
        // What names an item or an upload that is not there is understood, too; so is a host that cannot be reached.
        let expected: Set<String> = [
            "Image not found with im_name.", "im_id is invalid.", "Could not download the image from im_url.",
            "Transaction not found with trans_id.", "Invalid im_name.", "Missing im_url.",
        ]
        for error in errors {
            let text = error.text ?? error["error_message"]?.text ?? ""
            #expect(expected.contains(text), "\(path): \(text)")
        }
        #expect(json["reqid"]?.text == answer.headers["X-Log-ID"])
    }

    /// A shop with the items and the keys that the requests name.
    private static let shop = Result { () throws -> Shop in
        let shop = try Shop(names: ["shoe-001"]) { setup in
            setup.http.credentials = try! Credentials(lines: "APPKEY\nKEY\nak:sk\n")
        }
        for name in ["dress_1", "x", "n", "red dress & co/ü?x"] {
            for result in try shop.engine.insertNow([Entry(Item(id: name), image: .file(Shop.file("shoe-002")))]) {
                try result.get()
            }
        }
        return shop
    }

    private static let picture = Result { () throws -> [UInt8] in
        try prepare(.file(Shop.file("shoe-001")), as: Recipe(.fit(160, quality: 0.6))).outputs[0].bytes
    }
}
