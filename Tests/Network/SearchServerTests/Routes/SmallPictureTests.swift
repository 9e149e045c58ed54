import Foundation
import FoundationNetworking
import Imaging
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Small pictures of items", .timeLimit(.minutes(5)))
struct SmallPictureTests {
    /// A shop with a picture in the folder of its store, as `magpie index` leaves it: with the fingerprint of the file.
    private func shop(_ change: (inout SearchServer.Setup) -> Void = { _ in }) throws -> (shop: Shop, file: URL) {
        let shop = try Shop(change)
        let file = shop.folder.url.appending(path: "bag.jpg")
        try FileManager.default.copyItem(at: Shop.file("bag-001"), to: file)
        let bytes = Array(try Data(contentsOf: file))
        let described = try shop.engine.describe(.bytes(bytes), limits: Limits())
        let indexed = try shop.engine.insertDescribed([
            (
                Item(id: "bag", source: "bag.jpg"), described,
                Fingerprint(size: bytes.count, modified: 0, hash: bytes.contentHash)
            ),
            (Item(id: "sneaked", source: "bag.jpg"), described, nil),
            (Item(id: "secret", source: "/etc/passwd"), described, nil),
            (Item(id: "bare"), described, nil),
        ])
        for result in indexed { try result.get() }
        return (shop, file)
    }

    @Test("the file of an item is shown as long as it is the one that was indexed")
    func indexed() throws {
        let (shop, file) = try shop()
        let answer = try shop.ask("GET", "/picture?id=bag").answer
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "image/jpeg")
        #expect(answer.headers["Cache-Control"]?.contains("max-age=3600") == true)
        let tag = try #require(answer.headers["ETag"])
        #expect(try shop.ask("GET", "/picture?id=bag", headers: ["If-None-Match: \(tag)"]).answer.status == 304)

        try Data(contentsOf: Shop.file("bag-002")).write(to: file)
        #expect(try shop.ask("GET", "/picture?id=bag&side=100").answer.status == 404, "another file is not shown")
    }

    @Test("a further picture is shown by its number, under the rules of the first one")
    func further() throws {
        let (shop, _) = try shop()
        let back = shop.folder.url.appending(path: "back.jpg")
        try FileManager.default.copyItem(at: Shop.file("mug-001"), to: back)
        let bytes = Array(try Data(contentsOf: back))
        let described = try shop.engine.describe(.bytes(bytes), limits: Limits())
        let mark = Fingerprint(size: bytes.count, modified: 0, hash: bytes.contentHash)
        let entry = DescribedEntry(
            Item(id: "both", source: "bag.jpg"), image: described,
            pictures: [
                DescribedPicture(described, role: .back, source: "back.jpg", fingerprint: mark),
                DescribedPicture(described, source: "back.jpg"), DescribedPicture(described, source: "/etc/passwd"),
            ])
        for result in try shop.engine.insertDescribed([entry]) { try result.get() }
        let answer = try shop.ask("GET", "/picture?id=both&picture=2").answer
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "image/jpeg")
        // Without the mark of a file that was indexed no file is read, and there is no fifth picture.
        for number in [1, 3, 4, 5, 16] {
            #expect(try shop.ask("GET", "/picture?id=both&picture=\(number)").answer.status == 404, "\(number)")
        }
        for text in ["0", "17", "-1", "two", "99999999999999999999"] {
            let refused = try shop.ask("GET", "/picture?id=both&picture=\(text)").answer
            #expect(refused.status == 400 && refused.body.contains("picture must be from 1 to 16"), "\(text)")
        }
        try Data(contentsOf: Shop.file("bag-002")).write(to: back)
        #expect(try shop.ask("GET", "/picture?id=both&picture=2&side=100").answer.status == 404, "another file")
    }

    @Test("an uploaded picture is shown for its time, and no longer where a small one of it is kept")
    func expired() throws {
        let (shop, _) = try shop { $0.uploadSeconds = 2 }
        let name = try #require(try shop.upload("/uploadsearch", Shop.picture("bag-001"))["im_id"]?.text)
        func status() throws -> Int { try shop.ask("GET", "/picture?im_id=\(name)&w=64").answer.status }
        #expect(try [200, 404].contains(status()))
        try wait(for: "its end") { try status() == 404 }
        #expect(try status() == 404)
    }

    @Test("the answer has the time of the file, which decides where the client names no tag")
    func modified() throws {
        let (shop, file) = try shop()
        let time = "Sun, 06 Nov 1994 08:49:37 GMT"
        try setTime(of: file, Date(timeIntervalSince1970: 784_111_777.6))
        func answer(_ headers: String..., method: String = "GET") throws -> Answer {
            try shop.ask(method, "/picture?id=bag", headers: headers).answer
        }
        let whole = try answer()
        #expect(whole.status == 200 && whole.headers["Last-Modified"] == time)
        let tag = try #require(whole.headers["ETag"])
        for known in [
            time, "Sun, 06 Nov 1994 08:49:38 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ] {
            let short = try answer("If-Modified-Since: \(known)")
            #expect(short.status == 304 && short.body.isEmpty && short.headers["ETag"] == tag, "\(known)")
        }
        let since = "If-Modified-Since: \(time)"
        #expect(try answer(since, method: "HEAD").status == 304)
        #expect(try answer(since, "If-None-Match: \"other\"").status == 200, "the tag decides")
        let earlier = "If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT"
        #expect(try answer(earlier, "If-None-Match: \(tag)").status == 304, "in both ways")
        #expect(try answer(since, method: "POST").status == 200)
        #expect(try answer(since, since).status == 200, "two dates do not count")
        let hostile = String(repeating: "Sun, 06-Nov ", count: 300)
        for wrong in [
            "Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 31 Feb 2030 08:49:37 GMT", "784111777", hostile,
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "\(time), \(time)",
        ] {
            #expect(try answer("If-Modified-Since: \(wrong)").status == 200, "\(wrong)")
        }
    }

    @Test("a picture has no time where none is known, or the file's is still to come")
    func withoutTime() throws {
        let (shop, file) = try shop()
        let body = #"{"bytes":"\#(try Data(contentsOf: file).base64EncodedString())"}"#
        let uploaded = try shop.ask("POST", "/engine/upload", headers: [Shop.json], body: Array(body.utf8)).json
        let name = try #require(uploaded["answer"]?["upload"]?.text)
        let since = ["If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT"]
        try setTime(of: file, .now.addingTimeInterval(86_400))
        for query in ["im_id=\(name)", "id=bag"] {
            let answer = try shop.ask("GET", "/picture?\(query)", headers: since).answer
            #expect(answer.status == 200 && answer.headers["Last-Modified"] == nil, "\(query)")
        }
    }

    private func setTime(of file: URL, _ time: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }

    @Test("no file is shown because somebody inserted an item that names it")
    func inserted() throws {
        let (shop, _) = try shop()
        for id in ["sneaked", "secret", "bare", "unknown"] {
            #expect(try shop.ask("GET", "/picture?id=\(id)").answer.status == 404, "\(id)")
        }
        // Whoever may insert may also name another file for an item that was indexed.
        let entry = Entry(Item(id: "bag", source: Shop.file("mug-001").path), image: nil)
        for result in try shop.engine.insertBlocking([entry]) { try result.get() }
        #expect(try shop.ask("GET", "/picture?id=bag&side=90").answer.status == 404)
    }

    @Test("a page gets the size, the fit and the format that it asks for")
    func forms() throws {
        let (shop, file) = try shop()
        let original = try inspect(Array(try Data(contentsOf: file))).uprightSize
        func header(_ query: String) throws -> ImageHeader {
            let url = try #require(URL(string: "http://127.0.0.1:\(shop.port)/picture?id=bag&\(query)"))
            return try inspect(Array(try Data(contentsOf: url)))
        }
        func type(_ query: String, accept: String = "*/*") throws -> String? {
            let answer = try shop.ask("GET", "/picture?id=bag&\(query)", headers: ["Accept: \(accept)"]).answer
            #expect(answer.status == 200 && (answer.headers["Vary"] == "Accept") == query.contains("auto"), "\(query)")
            return answer.headers["Content-Type"]
        }
        #expect(try header("w=64").storedSize.width == 64)
        #expect(try header("h=96").storedSize.height == 96)
        #expect(try header("w=64&h=200").storedSize.width == 64)
        #expect(try header("w=96&h=48&fit=cover").storedSize == Size(width: 96, height: 48))
        #expect(try header("w=48&h=160&fit=pad").storedSize == Size(width: 48, height: 160))
        #expect(try header("w=2048").storedSize == original, "a picture is not enlarged")
        #expect(try header("w=64&format=webp").format == .webp)
        #expect(try header("w=64&format=avif").format == .avif)
        let browser = "text/html,image/avif,image/webp,*/*;q=0.8"
        #expect(try type("w=64&format=auto", accept: browser) == "image/avif")
        #expect(try type("w=64&format=auto", accept: "image/webp,image/avif;q=0") == "image/webp")
        #expect(try type("w=64&format=auto") == "image/jpeg")
        #expect(try type("w=64", accept: browser) == "image/jpeg")
        #expect(try type("w=64&format=avif") == "image/avif")
    }

    @Test(
        "a request says which picture, and how large, in one of the steps",
        arguments: [
            "", "?side=64", "?id=bag&im_id=x", "?id=bag&side=31", "?id=bag&side=1025", "?id=bag&side=big",
            "?id=bag&w=65", "?id=bag&h=4096", "?id=bag&w=-64", "?id=bag&side=64&w=64", "?id=bag&w=64&fit=cover",
            "?id=bag&w=64&h=64&fit=crop", "?id=bag&w=64&format=gif",
        ])
    func refused(_ query: String) throws {
        #expect(try Shop.shared.get().ask("GET", "/picture\(query)").answer.status == 400)
    }

    @Test("with keys, a picture needs one that may search")
    func keys() throws {
        let (shop, _) = try shop { $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk") }
        #expect(try shop.ask("GET", "/picture?id=bag").answer.status == 401)
        #expect(try shop.ask("GET", "/picture?id=bag&access_key=APPKEY").answer.status == 200)
        #expect(try shop.ask("GET", "/").answer.status == 200, "the page itself holds nothing")
        let items = try shop.ask(
            "POST", "/engine/items?access_key=APPKEY", headers: ["Content-Type: application/json"],
            body: Array("{}".utf8))
        #expect(items.answer.status == 200)
        let overview = try shop.ask(
            "POST", "/engine/overview?access_key=APPKEY", headers: ["Content-Type: application/json"],
            body: Array("{}".utf8))
        #expect(overview.answer.status == 403)
    }
}
