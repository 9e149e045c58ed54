import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing
import TransportTestSupport
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Requests of the official clients", .timeLimit(.minutes(5)))
struct WireTests {
    @Test(
        "each one is understood, with its key",
        .enabled(if: !RecordedRequest.all.isEmpty, "skipped: no ../shared/data/visearch"),
        arguments: RecordedRequest.all)
    func replay(_ request: RecordedRequest) throws {
        let shop = try WireTests.shop.get()
        // A small picture, so that none is longer than what was recorded.
        let client = shop.client
        client.send(request.bytes(picture: try WireTests.picture.get()))
        let answer = client.readAnswer(seconds: 300)
        #expect(answer.status == 200, "\(answer.body)")
        let json = try JSONValue(parsing: Array(answer.body.utf8))
        let errors = json["error"]?.values ?? []
        // A request for an item or an upload that is not there is understood, too; so is a host that cannot be reached.
        let expected: Set<String> = [
            "Image not found with im_name.", "im_id is invalid.", "Could not download the image from im_url.",
            "Transaction not found with trans_id.", "Invalid im_name.", "Missing im_url.",
        ]
        for error in errors {
            let text = error.text ?? error["error_message"]?.text ?? ""
            // The SDKs' own tests send a box of 2 x 2 pixels.
            #expect(expected.contains(text) || text.hasPrefix("box is invalid: "), "\(request.path): \(text)")
        }
        #expect(json["reqid"]?.text == answer.headers["X-Log-ID"])
    }

    /// A shop with the items and the keys that the requests name.
    private static let shop = Result { () throws -> Shop in
        let shop = try Shop(names: ["shoe-001"]) { setup in
            setup.http.credentials = try! Credentials(lines: "APPKEY\nKEY\nak:sk\n")
        }
        for name in ["dress_1", "x", "n", "red dress & co/ü?x"] {
            for result in try shop.engine.insertBlocking([Entry(Item(id: name), image: .file(Shop.file("shoe-002")))]) {
                try result.get()
            }
        }
        return shop
    }

    private static let picture = Result { () throws -> [UInt8] in
        try prepare(.file(Shop.file("shoe-001")), as: Recipe(.fit(160, quality: 60))).outputs[0].bytes
    }
}
