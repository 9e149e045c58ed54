import ServedShop
import TestSupport
import Testing
import ViSearchAPI

/// Requests in the many ways that clients write them, after public bug reports of other servers.
@Suite("Requests after public bug reports")
struct RequestCaseTests {
    private static let rows = CaseTable.rows("http_cases.py")

    @Test(
        "a request is understood as the standards say, or refused with its status",
        .enabled(if: !rows.isEmpty, "\(CaseTable.skipped)"), arguments: rows)
    func request(_ test: Case) throws {
        let name = String(test.id.dropFirst("http-".count))
        let shop = try Shop.shared.get()
        let bytes = try #require(CaseRequest(picture: try Shop.picture("shoe-001")).bytes(name), "no request \(name)")
        let client = shop.client
        client.send(bytes)
        var answer = client.readAnswer(seconds: 60)
        // The interim answer to an expectation comes first.
        if answer.status == 100 { answer = client.readAnswer(seconds: 60) }
        try expect(answer, test, isUpload: bytes.starts(with: Array("POST /upload".utf8)))
    }

    private func expect(_ answer: Answer, _ test: Case, isUpload: Bool) throws {
        if let status = Int(test.expected) {
            #expect(answer.status == status, "\(test): \(answer.body.prefix(200))")
            return
        }
        let json = try JSONValue(parsing: Array(answer.body.utf8))
        let names = json["result"]?.names ?? []
        let found = "\(test): \(answer.status) \(answer.body.prefix(300))"
        switch test.expected {
        case let text where text.hasPrefix("200 with the hits"):
            #expect(answer.status == 200, "\(found)")
            // An upload finds the item itself, a search by name what is like it.
            #expect(isUpload ? names.first == "shoe-001" : names.first?.hasPrefix("shoe-") == true, "\(found)")
            #expect(isUpload || !names.contains("shoe-001"), "\(found)")
        case "no hits, same total":
            #expect(names.isEmpty, "\(found)")
            #expect(json["total"] == (try Shop.shared.get().get("/search?im_name=shoe-001"))["total"], "\(found)")
        default:
            #expect(names.isEmpty, "\(found)")
            #expect(json["error"]?.texts.isEmpty == false, "\(found)")
        }
    }
}
