import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// Stands for the describer of another version.
struct OtherDescriber: Describer {
    let identity = "other 1"
    let dimensions = 3
    let scale = 127
    var keepsBuiltInVectors = false

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let sums = (0..<3).map { channel in
            stride(from: channel, to: pixels.bytes.count, by: pixels.channels).reduce(0) { $0 + Int(pixels.bytes[$1]) }
        }
        return Descriptor(vector: sums.map { Int8($0 * 100 / max(sums.reduce(0, +), 1)) })
    }
}

extension Workplace {
    /// Makes a store one of another describer.
    ///
    /// - Parameter keepingBuiltIn: Keeps the vectors that it has beside the new ones.
    func describeOtherwise(_ name: String = "catalog.magpie", keepingBuiltIn: Bool = false) throws {
        let path = self / name
        let change = try DescriberChange(
            CatalogStore(path: path.text), to: OtherDescriber(keepsBuiltInVectors: keepingBuiltIn),
            source: FormerFiles(StorePlace(path)).contents)
        #expect(try change.run().isFinished)
    }
}

@Suite("magpie store describe", .timeLimit(.minutes(15)))
struct DescribeStoreTests {
    /// `MAGPIE_TESTS_LONG=1` tries 12 times, `MAGPIE_KILLS=200` more often.
    static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_KILLS"].flatMap(Int.init) ?? Effort.inputs(4, of: 12)
    /// Pictures that take longer to describe than a signal to arrive.
    static let count = 120

    private func isOther(_ place: Workplace) throws -> Bool {
        try CatalogStore(path: (place / "catalog.magpie").text, mode: .readOnly).describer.name == "other 1"
    }

    /// The pictures that a change has described so far.
    private func described(in place: Workplace) -> Int {
        let store = try? CatalogStore(path: (place / "catalog.magpie").text, mode: .readOnly)
        return ((try? store?.describerChange()) ?? nil)?.described ?? 0
    }

    @Test("a store of another describer is searched with a notice, described anew, and found with pictures again")
    func whole() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 5)
        let place = shop.place
        try shop.index("--thumbnails", "96")
        let known = try shop.items()
        try place.describeOtherwise()
        func run(_ words: String...) throws -> Ended { try Running(magpieBinary, words, in: place.path).wait() }
        let words = try run("search", "--text", "mug", "--json")
        #expect(words.code == 0 && words.errors.contains("'magpie store describe catalog.magpie'"), "\(words.errors)")
        #expect(try (words.json().first?["hits"] as? [[String: Any]])?.map(\.itemID).contains("mug-001") == true)
        #expect(try run("search", "--id", "mug-001", "--json").code == 0)
        let picture = try run("search", "shop/images/mug-001.jpg")
        #expect(picture.code == 2 && picture.errors.contains("magpie store describe"), "\(picture.errors)")
        // A file that is gone is described from its small picture.
        try FileManager.default.removeItem(atPath: (place / "shop/images/bag-001.jpg").text)
        let ended = try run("store", "describe", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        let line = try #require(try ended.json().first)
        #expect(line["ok"] as? Bool == true && line["former"] as? String == "other 1")
        #expect(line["from_files"] as? Int == 19 && line["from_thumbnails"] as? Int == 1)
        #expect(line["learned"] == nil)
        #expect(try shop.items() == known)
        #expect(try run("store", "check").code == 0)
        #expect(try run("store", "describe").text.contains("described by magpie-"))
        let hits = try shop.search("shop/images/mug-001.jpg")["hits"] as? [[String: Any]]
        #expect(hits?.first?.itemID == "mug-001")
        // The next index has nothing to do.
        let bag = "images/bag-001.jpg"
        try place.write(try contents(of: LabelledCatalog.samples / Path(bag)), to: "shop/\(bag)")
        #expect(try shop.index().allSatisfy { $0["action"] as? String == "unchanged" })
    }

    @Test("what a store had learned is learned anew")
    func learns() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 5)
        try shop.index()
        try shop.place.describeOtherwise()
        #expect(try shop.place.magpie("store", "learn").code == 0)
        let ended = try Running(magpieBinary, ["store", "describe"], in: shop.place.path).wait()
        #expect(ended.code == 0 && ended.text.contains("learned from"), "\(ended.text)\(ended.errors)")
        #expect(ended.errors.contains("describing 20 pictures of catalog.magpie anew takes about"))
    }

    @Test("items without a picture are listed with code 2; --without-missing goes on until index sees the file")
    func missing() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        let place = shop.place
        try shop.index()
        try place.describeOtherwise()
        let file = (place / "shop/images/mug-002.jpg").text
        try FileManager.default.moveItem(atPath: file, toPath: file + "x")
        func run(_ words: String...) throws -> Ended { try Running(magpieBinary, words, in: place.path).wait() }
        let refused = try run("store", "describe", "catalog.magpie")
        #expect(refused.code == 2 && refused.text.contains("mug-002: shop/images/mug-002.jpg"), "\(refused.text)")
        #expect(refused.errors.contains("--without-missing"))
        #expect(try isOther(place))
        let ended = try run("store", "describe", "--without-missing", "--json")
        #expect(ended.code == 0)
        let missing = try ended.json().first?["missing"] as? [[String: Any]]
        #expect(missing?.count == 1 && missing?.first?["id"] as? String == "mug-002")
        #expect(try run("store", "check").code == 0)
        #expect(try shop.items().count == 3)
        try FileManager.default.moveItem(atPath: file + "x", toPath: file)
        #expect(try shop.index().filter { $0["action"] as? String == "updated" }.map(\.itemID) == ["mug-002"])
        let hits = try shop.search("shop/images/mug-002.jpg")["hits"] as? [[String: Any]]
        #expect(hits?.first?.itemID == "mug-002")
    }

    @Test("after kill -9 at any moment the store is sound and of one describer, and the next run goes on from there")
    func kills() throws {
        let place = try Workplace()
        for number in 0..<Self.count { try place.write(try picture(32, 24, seed: number), to: "in/\(number).jpg") }
        #expect(try place.magpie("index", "in").code == 0)
        try place.describeOtherwise()
        let path = (place / "catalog.magpie").text
        var random = SplitMix(seed: 3)
        var (kept, cut, swapped) = (0, 0, 0)
        for round in 0..<Self.rounds {
            let running = try place.start("store", "describe", "--jobs", "1")
            // Sometimes right away, mostly with some pictures described, and the last ones perhaps changing places.
            if round % 3 != 0 { running.wait { described(in: place) > kept } }
            usleep(UInt32(random.between(0, 90_000)))
            running.send(SIGKILL)
            _ = try running.wait()
            let store = try CatalogStore(path: path)
            #expect(try store.check() == [], "round \(round)")
            #expect(try store.info().items == Self.count)
            if let state = try store.describerChange() {
                #expect(store.describer.name == "other 1" && state.described >= kept && state.described % 8 == 0)
                if state.described > kept { cut += 1 }
                kept = state.described
            } else if store.describer.name != "other 1" {
                swapped += 1
                kept = 0
                try place.describeOtherwise()
            }
        }
        #expect(cut + swapped > 0)
        if try isOther(place) {
            let line = try #require(
                try Running(magpieBinary, ["store", "describe", "--json"], in: place.path).wait().json().first)
            #expect(line["before"] as? Int == kept && line["from_files"] as? Int == Self.count - kept)
        }
        #expect(try place.magpie("store", "check").code == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test("a signal ends it with the code of shells, and leaves the store as it was", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) throws {
        let place = try Workplace()
        for number in 0..<Self.count { try place.write(try picture(32, 24, seed: number), to: "in/\(number).jpg") }
        #expect(try place.magpie("index", "in").code == 0)
        try place.describeOtherwise()
        var ended: Ended
        repeat {
            if try !isOther(place) { try place.describeOtherwise() }
            let running = try place.start("store", "describe", "--jobs", "1")
            running.wait { described(in: place) > 0 }
            running.send(number)
            ended = try running.wait()
        } while ended.code == 0
        #expect(ended.code == 128 + number)
        #expect(ended.errors.contains("interrupted; the store is as it was"), "\(ended.errors)")
        #expect(try isOther(place))
        #expect(try place.magpie("store", "check").code == 0)
        #expect(try place.magpie("store", "describe").code == 0)
    }

    @Test("serve --describe does it beside its answers, goes over to the new vectors, and says so")
    func served() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 5)
        let place = shop.place
        try shop.index()
        try place.describeOtherwise()
        let running = try place.start("serve", "--port", "0", "--describe", "--quiet")
        running.wait { running.output.last == UInt8(ascii: "\n") }
        let line = String(decoding: running.output, as: UTF8.self)
        let digits = try #require(line.firstMatch(of: /:([0-9]+)\/\n$/)?.1)
        let port = try #require(UInt16(digits))
        func get(_ target: String) -> String {
            let client = RawClient(port: port)
            client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return client.read().text
        }
        running.wait {
            #expect(get("/search?im_name=mug-001").contains("HTTP/1.1 200"))
            return (try? isOther(place)) == false
        }
        #expect(get("/metrics").contains("\nmagpie_pictures_to_describe 0.0\n"))
        #expect(get("/search?im_name=mug-001&score=true").contains("mug-00"))
        running.send(SIGTERM)
        let ended = try running.wait()
        #expect(ended.code == 0)
        #expect(ended.errors.contains("magpie: describing 20 pictures of catalog.magpie anew in the background"))
        #expect(ended.errors.contains("magpie: the pictures of catalog.magpie are described by magpie-"))
        #expect(try place.magpie("store", "check").code == 0)
        #expect(try place.magpie("serve", "--describe", "--read-only").code == 1)
    }

    @Test("options of other actions are refused, and a catalog in Milvus is told the way round")
    func refusals() throws {
        let place = try Workplace()
        #expect(try place.magpie("store", "check", "--without-missing").code == 1)
        #expect(try place.magpie("store", "describe", "--partial").code == 1)
        #expect(try place.magpie("store", "describe", "none.magpie").code == 2)
        let milvus = try Running(magpieBinary, ["store", "describe", "milvus://localhost:1/a"], in: place.path).wait()
        #expect(milvus.code == 1 && milvus.errors.contains("'magpie store copy'"))
    }
}
