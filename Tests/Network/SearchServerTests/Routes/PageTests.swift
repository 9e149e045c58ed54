import Foundation
import SearchAPI
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("The page", .timeLimit(.minutes(5)))
struct PageTests {
    @Test("all that the page loads comes from this server, tagged, under a policy that runs nothing else")
    func files() throws {
        let shop = try Shop.shared.get()
        var open = ["/", "/docs", "/operator"]
        var seen: Set<String> = []
        while let path = open.popLast() {
            guard seen.insert(path).inserted else { continue }
            let answer = try shop.ask("GET", path).answer
            #expect(answer.status == 200, "\(path)")
            let policy = answer.headers["Content-Security-Policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"))
            #expect(!policy.contains("unsafe"))
            #expect(answer.headers["Set-Cookie"] == nil)
            let tag = try #require(answer.headers["ETag"])
            let again = try shop.ask("GET", path, headers: ["If-None-Match: \(tag)"]).answer
            #expect(again.status == 304 && again.body.isEmpty, "\(path)")
            #expect(!answer.body.contains("<script>") && !answer.body.contains("onclick="))
            for match in answer.body.matches(of: /(?:src|href)="(page\/[^"]+)"/) { open.append("/" + String(match.1)) }
            // An address from the root would leave the path at which a proxy shows the server.
            #expect(answer.body.matches(of: /(?:src|href)="\//).isEmpty, "\(path) leaves its path")
            for match in answer.body.matches(of: /(?:from|import\()\s*"\.\/([^"]+)"/) {
                open.append("/page/" + String(match.1))
            }
            #expect(answer.body.matches(of: /(?:src|href)="https?:/).isEmpty, "\(path) loads from elsewhere")
        }
        let folder = SharedData.package.appending(path: "Sources/Network/CPageFiles/Server").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        // Three files have an address of their own.
        let parts = names.filter { !$0.hasSuffix(".html") }.map { "/page/\($0)" }
        #expect(Set(parts + ["/", "/docs", "/operator"]) == Set(PageFile.all.keys))
        #expect(seen == Set(PageFile.all.keys), "every file is used")
    }

    @Test("no module of the page is longer than 200 lines")
    func lengths() throws {
        let folder = SharedData.package.appending(path: "Sources/Network/CPageFiles/Server")
        for path in PageFile.all.keys where path.hasSuffix(".js") {
            let text = try String(contentsOf: folder.appending(path: String(path.dropFirst(6))), encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201, "\(path)")
        }
    }

    @Test("the page knows a field by the same names in other languages as the server")
    func names() throws {
        let file = SharedData.package.appending(path: "Sources/Network/CPageFiles/Server/names.js")
        let text = try String(contentsOf: file, encoding: .utf8)
        var found = 0
        for match in text.matches(of: /([a-z_]+): \[([^\]]+)\]/) {
            let names = match.2.matches(of: /"([^"]+)"/).map { String($0.1) }
            let known = FieldName.others.first { $0.key == match.1 }?.value
            #expect(names == known, "\(match.1)")
            found += 1
        }
        #expect(found == 10)
    }

    @Test("the page is read, never posted to")
    func methods() throws {
        let shop = try Shop.shared.get()
        for path in ["/", "/docs", "/operator", "/page/app.js"] {
            let answer = try shop.ask("POST", path).answer
            #expect(answer.status == 405 && answer.headers["Allow"] == "GET, HEAD, OPTIONS", "\(path)")
            #expect(try shop.ask("HEAD", path).answer.status == 200, "\(path)")
        }
    }

    @Test("without the page there is nothing at its paths, and its routes answer all the same")
    func hidden() throws {
        let shop = try Shop(names: ["shoe-001"]) { $0.showsPage = false }
        for path in ["/", "/docs", "/operator", "/page/app.js"] {
            #expect(try shop.ask("GET", path).answer.status == 404, "\(path)")
        }
        #expect(try shop.ask("GET", "/openapi.json").answer.status == 200)
        #expect(try shop.ask("GET", "/picture?im_id=none").answer.status == 404)
    }

    @Test("other sites may link to the page, and ask for nothing else")
    func links() throws {
        let shop = try Shop.shared.get()
        let foreign = ["Sec-Fetch-Site: cross-site"]
        #expect(try shop.ask("GET", "/?item=shoe-001", headers: foreign).answer.status == 200)
        for path in ["/openapi.json", "/picture?id=shoe-001", "/search?im_name=shoe-001"] {
            #expect(try shop.ask("GET", path, headers: foreign).answer.status == 403, "\(path)")
        }
        let foreignHost = RawClient(port: shop.port)
        foreignHost.send("GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n")
        #expect(foreignHost.readAnswer(seconds: 300).status == 403)
    }

    @Test("an upload is named by the searches that follow, and shown upright and small")
    func uploads() throws {
        let shop = try Shop.shared.get()
        let bytes = try Shop.picture("bag-002")
        let encoded = Data(bytes).base64EncodedString()
        let kept = try engine(shop, "upload", #"{"bytes":"\#(encoded)"}"#)["answer"]
        let name = try #require(kept?["upload"]?.text)
        let size = try inspect(bytes).uprightSize
        #expect(kept?["width"] == .int(size.width) && kept?["height"] == .int(size.height))

        let limit = #""limit":5,"fields":[]"#
        let named = try engine(shop, "search", #"{"query":{"look":{"image":{"upload":"\#(name)"}}},\#(limit)}"#)
        let sent = try engine(shop, "search", #"{"query":{"look":{"image":{"bytes":"\#(encoded)"}}},\#(limit)}"#)
        #expect(named["answer"]?["hits"]?.values.isEmpty == false && named == sent)

        let shown = try shop.ask("GET", "/picture?im_id=\(name)&side=64").answer
        #expect(shown.status == 200 && shown.headers["Content-Type"] == "image/jpeg")
        #expect(try shop.ask("GET", "/picture?im_id=20200101none.jpg").answer.status == 404)

        let gone = try engine(shop, "search", #"{"query":{"look":{"image":{"upload":"none"}}}}"#)
        #expect(
            gone["error"]?["message"]?.text == "query.look.image: the server keeps no upload of this name")
    }

    @Test("an upload by its URL obeys the policy, and the answer tells nothing about the network")
    func uploadsByURL() throws {
        let shop = try Shop.shared.get()
        let allowed = Shop.file("mug-001").absoluteString
        #expect(try engine(shop, "upload", #"{"url":"\#(allowed)"}"#)["answer"]?["upload"]?.text != nil)
        for url in ["file:///etc/passwd", "http://127.0.0.1:1/x.jpg", "no url"] {
            let error = try engine(shop, "upload", #"{"url":"\#(url)"}"#)["error"]
            #expect(error?["message"]?.text == "the picture at the URL could not be fetched", "\(url)")
        }
        for call in ["{}", #"{"url":"x","bytes":""}"#] {
            #expect(
                try engine(shop, "upload", call)["error"]?["message"]?.text
                    == "an upload needs either bytes or a url")
        }
        #expect(try engine(shop, "upload", #"{"bytes":"aGVsbG8gd29ybGQ="}"#)["error"]?["code"]?.text == "image")
    }

    @Test("the items come in parts, each once, with the fields that are asked for")
    func items() throws {
        let shop = try Shop.shared.get()
        var ids: [String] = []
        while let page = try engine(shop, "items", #"{"offset":\#(ids.count),"limit":7,"fields":["price"]}"#)["answer"],
            let items = page["items"]?.values, !items.isEmpty
        {
            #expect(page["total"] == .int(Shop.names.count))
            for item in items {
                if case .object(let attributes)? = item["attributes"] { #expect(Set(attributes.keys) == ["price"]) }
            }
            ids += items.compactMap { $0["id"]?.text }
        }
        #expect(ids.sorted() == Shop.names.sorted() && Set(ids).count == ids.count)
        #expect(try engine(shop, "fields", "{}")["answer"]?["price"]?.text == "float")
        for (call, text) in [
            (#"{"limit":0}"#, "the limit must be from 1 to 1000, not 0"),
            (#"{"limit":1001}"#, "the limit must be from 1 to 1000, not 1001"),
            (#"{"offset":-1}"#, "the offset must be at least 0, not -1"),
        ] {
            #expect(try engine(shop, "items", call)["error"]?["message"]?.text == text)
        }
    }

    @Test("a removed item leaves no gap in the list")
    func removed() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "shoe-003"])
        _ = try shop.engine.removeBlocking(["shoe-002"])
        let answer = try engine(shop, "items", #"{"fields":[]}"#)["answer"]
        #expect(answer?["items"]?.values.compactMap { $0["id"]?.text } == ["shoe-001", "shoe-003"])
        #expect(answer?["total"] == .int(2))
    }

    private func engine(_ shop: Shop, _ verb: String, _ body: String) throws -> JSONValue {
        try shop.ask(
            "POST", "/engine/\(verb)", headers: ["Content-Type: application/json"], body: Array(body.utf8)
        ).json
    }
}
