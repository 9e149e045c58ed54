import EngineTestSupport
import Foundation
import ImageTypes
import Imaging
import PictureTestSupport
import Recommendations
import TestSupport
import Testing

@testable import magpie

/// Runs every command with `--json`, and compares what it prints with the page.
@Suite("JSON of the command", .timeLimit(.minutes(15)))
struct CommandPageTests {
    private let shop: LabelledCatalog
    private var place: Workplace { shop.place }

    init() throws {
        shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 9)
        var lines = ["file,id,product_type,brand,price,added,shelf"]
        for kind in ["bag", "mug", "shoe", "lamp"] {
            for number in 1...9 {
                let name = "\(kind)-00\(number)"
                lines.append(
                    "images/\(name).jpg,\(name),\(number == 9 ? "" : kind),b\(number % 3),\(number).5,2026-01-0\(number),Home > \(kind) > \(number)"
                )
            }
        }
        try shop.place.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "shop/catalog.csv")
        let samples = LabelledCatalog.samples
        try place.write(try contents(of: samples / Path("scenes/scene-01.jpg")), to: "scene.jpg")
        // Like no item, and yet not far from some.
        try place.write(try contents(of: samples / Path("images/watch-004.jpg")), to: "watch.jpg")
        try place.write(try picture(90, 60, as: .png), to: "in/plain.png")
        try place.write(try contents(of: place / "shop/images/bag-001.jpg"), to: "in/one.jpg")
        try place.write(try contents(of: place / "shop/images/bag-001.jpg"), to: "in/two.jpg")
        try place.write(try contents(of: fixture("truncated.jpg")), to: "in/cut.jpg")
        try place.write([1, 2, 3], to: "in/bad.jpg")
        try place.write([1, 2, 3], to: "bad.jpg")
        try place.write(try picture(), to: Path(bytes: Array("odd/".utf8) + [0xFF] + Array(".jpg".utf8)))
    }

    private func fixture(_ name: String) -> magpie.Path {
        Path(SharedData.package.appending(path: "Tests/Fixtures/\(name)").path)
    }

    /// Checks the lines of a command, whatever its exit code is.
    private func check(_ page: inout CommandPage, _ table: String, _ words: String...) throws {
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        try page.check(ended.output, by: table)
    }

    @Test(
        "each member that a command prints is in the page with its type, and each member of the page is printed")
    func members() throws {
        var page = try CommandPage()
        try pictures(&page)
        try stores(&page)
        try searches(&page)
        try rules(&page)
        try duplicates(&page)
        try people(&page)
        try backups(&page)
        try contentAndSteps(&page)
        #expect(page.faults.isEmpty, "\(page.faults.sorted().joined(separator: "\n"))")
        let decoders = HEIFLibraries.versions.map { "version: \($0.name)" }
        let unseen = page.unseen.filter { name in
            !Self.isOfModels(name) && (RawLibrary.isThere || name != "prep, colors: developed")
                && (!["version: dav1d", "version: libde265"].contains(name) || decoders.contains(name))
        }
        #expect(unseen.isEmpty, "\(unseen.joined(separator: "\n"))")
    }

    @Test(
        "each member that commands with models print is in the page with its type, and each of the page is printed",
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses than the model may have"),
        .enabled(if: MadeModels.runtime != nil, MadeModels.noRuntime))
    func modelMembers() throws {
        var page = try CommandPage()
        try PictureModel.write(to: "model", in: place, describesTexts: true)
        try check(
            &page, "model check", "model", "check", "model", "--json", "--onnxruntime",
            try #require(MadeModels.runtime))
        try TextModel.write(to: "text", in: place)
        try place.write(try TextModel.picture, to: "signs/a.png")
        try place.write([1, 2, 3], to: "signs/b.jpg")
        let words = ["read", "signs", "--models", "text", "--json", "--onnxruntime", try #require(MadeModels.runtime)]
        let output = try ["0/2", "1/2"].flatMap { shard in
            try Running(magpieBinary, words + ["--shard", shard], in: place.path).wait().output
        }
        try page.check(output, by: "read")
        #expect(page.faults.isEmpty, "\(page.faults.sorted().joined(separator: "\n"))")
        let unseen = page.unseen.filter(Self.isOfModels)
        #expect(unseen.isEmpty, "\(unseen.joined(separator: "\n"))")
    }

    /// True for a member of a command that needs ONNX Runtime.
    private static func isOfModels(_ member: String) -> Bool {
        ["model check: ", "ModelTower: ", "Comparison: ", "read: ", "TextLine: "].contains { member.hasPrefix($0) }
    }

    private func pictures(_ page: inout CommandPage) throws {
        let table = "prep, colors"
        let prep =
            ["prep", "in", "-o", "out", "--size", "64", "--colors", "2", "--lenient", "--json"]
            + Measure.allCases.flatMap { ["--measure", $0.rawValue] }
        for more in [["--box", "0,0,9999,40", "--shard", "0/2"], [], ["--update"], ["--dry-run"]] {
            try page.check(try Running(magpieBinary, prep + more, in: place.path).wait().output, by: table)
        }
        let plain = try picture(90, 60)
        let map = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
        try place.write(
            Array(plain[..<2]) + [0xFF, 0xE2, 0, UInt8(map.count + 2)] + map + plain[2...], to: "hdr/map.jpg")
        try place.write(try contents(of: fixture("animated.gif")), to: "hdr/animated.gif")
        let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))
        try place.write(try picture(90, 60).adding(jumbf: store), to: "hdr/generated.jpg")
        try check(&page, table, "prep", "hdr", "-o", "out", "--target-quality", "0.9", "--json")
        let long = Recipe(Output(.exact(Size(width: 8, height: 16_384)), encoding: .png))
        try place.write(
            try prepare(.bytes(try picture(as: .png)), as: long).outputs[0].bytes, to: "long/long.png")
        try check(&page, table, "prep", "long", "-o", "out", "--widths", "4,8", "--format", "webp", "--json")
        // The chunk of ITU-T H.273 that tells of Display P3, with its checksum.
        let wide: [UInt8] = [0, 0, 0, 4] + Array("cICP".utf8) + [12, 13, 0, 1] + [0x6E, 0x03, 0xE3, 0xEF]
        let png = try picture(90, 60, as: .png)
        try place.write(Array(png[..<33]) + wide + png[33...], to: "hdr/p3.png")
        try check(
            &page, table, "prep", "hdr", "-o", "out", "--frames", "all", "--format", "webp", "--profile", "p3",
            "--keep", "gainmap", "--json")
        try check(&page, table, "colors", "odd", "--json")
        try place.write(try RawParts().file(.nef), to: "raw/one.nef")
        try check(&page, table, "colors", "raw", "--json")
        try place.write(SensorFile().file, to: "sensor/one.dng")
        try check(&page, table, "prep", "sensor", "-o", "out", "--develop", "--json")
        try place.write(try contents(of: place / "shop/images/bag-001.jpg"), to: "raw/one.jpg")
        try check(&page, "version", "version", "--json")
        try check(&page, "doctor", "doctor", "--store", "none.magpie", "--json")
    }

    private func stores(_ page: inout CommandPage) throws {
        let index = ["index", "shop/images", "--catalog", "shop/catalog.csv", "--json"]
        for more in [["--thumbnails", "64"], ["--dry-run"], ["--shard", "0/2"], ["--shard", "1/2"]] {
            try page.check(try Running(magpieBinary, index + more, in: place.path).wait().output, by: "index")
        }
        try check(&page, "index", "index", "bad.jpg", "--json")
        for more in [[], ["--dry-run"]] {
            let words = [
                "index", "shop/images/bag-001.jpg", "--catalog", "shop/catalog.csv", "--store", "counts.magpie",
            ]
            let ended = try Running(magpieBinary, words + ["--json-summary"] + more, in: place.path).wait()
            try page.check(ended.output, by: "index --json-summary")
        }
        let feed = "id,title,image_link,availability,ean\na,A,https://s.test/a.jpg,in_stock,4006381333932\n"
        try place.write(Array(feed.utf8), to: "feed.csv")
        try check(&page, "catalog", "catalog", "feed.csv", "--json")
        try check(&page, "index", "index", "raw", "--store", "raw.magpie", "--json")
        try severalPictures(&page)
        try check(
            &page, "store merge", "store", "merge", "catalog.0-of-2.magpie", "catalog.1-of-2.magpie", "-o",
            "all.magpie", "--json")
        try check(&page, "store export", "store", "export")
        try check(&page, "info", "info", "--memory", "--json")
        // One item has too few types to learn from, and the line says so.
        try place.magpie(
            "index", "shop/images/bag-001.jpg", "--catalog", "shop/catalog.csv", "--store", "small.magpie")
        try check(&page, "store merge", "store", "merge", "small.magpie", "-o", "small-all.magpie", "--json")
        try place.describeOtherwise("all.magpie")
        try place.magpie("store", "learn", "all.magpie")
        try check(&page, "store describe", "store", "describe", "all.magpie", "--json")
        try place.describeOtherwise("small.magpie")
        try FileManager.default.moveItem(
            atPath: (place / "shop/images/bag-001.jpg").text, toPath: (place / "shop/gone").text)
        try check(&page, "store describe", "store", "describe", "small.magpie", "--json")
        try FileManager.default.moveItem(
            atPath: (place / "shop/gone").text, toPath: (place / "shop/images/bag-001.jpg").text)
        try place.describeOtherwise("all.magpie", keepingBuiltIn: true)
        try check(&page, "info", "info", "--store", "all.magpie", "--json")
        let labels = ["bag", "mug"].flatMap { kind in
            (1...4).map { "images/\(kind)-00\($0).jpg,\(kind),\($0 == 1 ? "query" : "gallery"),\(kind)s" }
        }
        try place.write(
            Array((["file,class,split,dataset"] + labels).joined(separator: "\n").utf8), to: "shop/labels.csv")
        try check(&page, "eval", "eval", "shop/labels.csv", "--types", "class", "--json")
    }

    private func severalPictures(_ page: inout CommandPage) throws {
        let rows = "id,file,image_back,image_2\nbag,images/bag-001.jpg,images/mug-001.jpg,gone.jpg\n"
        try place.write(Array(rows.utf8), to: "shop/views.csv")
        try check(
            &page, "index", "index", "shop/images/bag-001.jpg", "shop/images/mug-001.jpg", "--catalog",
            "shop/views.csv", "--store", "views.magpie", "--json")
        try check(&page, "store export", "store", "export", "views.magpie")
        try check(&page, "info", "info", "--store", "views.magpie", "--json")
        try check(&page, "search", "search", "shop/images/mug-001.jpg", "--store", "views.magpie", "--json")
    }

    private func backups(_ page: inout CommandPage) throws {
        let ended = try place.magpie("backup", "saved", "--store", "catalog.magpie", "--keep", "1", "--json")
        try page.check(ended.output, by: "backup")
        let set = try #require(try ended.json().first?["path"] as? String)
        try check(&page, "restore", "restore", set, "--store", "saved.magpie", "--json")
    }

    private func searches(_ page: inout CommandPage) throws {
        try check(
            &page, "search", "search", "shop/images/mug-001.jpg", "--all", "--limit", "40", "--explain", "--facets",
            "brand,price,added", "--facet-limit", "1", "--json")
        try check(
            &page, "search", "search", "--id", "mug-001", "--color", "#b8482a", "--text", "mugg", "--group-by",
            "brand:1", "--json")
        try check(
            &page, "search", "search", "shop/images/mug-001.jpg", "--all", "--variants", "brand:2", "--facets",
            "shelf,picture_colors", "--facet-limit", "1", "--facet-tree", "--diversity", "0.3", "--json")
        try check(
            &page, "search", "search", "shop/images/mug-001.jpg", "shop/images/mug-002.jpg", "--id", "mug-003", "--id",
            "mug-004", "--together", "--unlike", "bag-001", "--avoid-color", "000000", "--json")
        try check(&page, "search", "search", "--text", "cheapest mug", "--json")
        try check(&page, "search", "search", "watch.jpg", "--json")
        try check(&page, "search", "search", "--id", "mug-001", "--filter", "brand:b9", "--json")
        try check(&page, "search", "search", "bad.jpg", "--json")
        try place.write(try upsideDown("shop/images/mug-002.jpg"), to: "turned.jpg")
        try place.write(try framed("shop/images/mug-002.jpg"), to: "framed.jpg")
        try check(&page, "search --copies", "search", "turned.jpg", "framed.jpg", "bad.jpg", "--copies", "--json")
        try check(&page, "suggest", "suggest", "mu", "--json")
        try check(
            &page, "discover", "discover", "scene.jpg", "watch.jpg", "bad.jpg", "--explain", "--crops", "crops",
            "--facets", "brand", "--json")
        for shard in ["0/2", "1/2"] { try check(&page, "discover", "discover", "in", "--shard", shard, "--json") }
        try check(&page, "discover", "discover", "scene.jpg", "--group-by", "brand:1", "--json")
        try check(&page, "discover", "discover", "scene.jpg", "--type", "lamp", "--json")
        try check(&page, "discover", "discover", "scene.jpg", "--boxes-only", "--json")
        let models = #"{"page": {"variants": {"a": {"model": "similar"}, "b": {"model": "newest"}}}}"#
        try place.write(Array(models.utf8), to: "models.json")
        try place.magpie("recommend", "define", "models.json")
        try check(&page, "recommend list", "recommend", "list", "--json")
        try check(&page, "recommend", "recommend", "--model", "page", "--customer", "c", "--seed", "mug-001", "--json")
        try check(&page, "recommend", "recommend", "--seed", "mug-001", "--json")
        try check(&page, "recommend", "recommend", "--model", "personal", "--customer", "c", "--json")
    }

    private func rules(_ page: inout CommandPage) throws {
        let rules = #"""
            [{"name": "a", "then": {"pins": [{"id": "mug-001", "place": 1}, {"id": "gone", "place": 2}], "redirect": "/a"}},
             {"name": "b", "then": {"pins": [{"id": "mug-002", "place": 1}]}}]
            """#
        try place.write(Array(rules.utf8), to: "rules.json")
        try check(&page, "rules import, rules check", "rules", "check", "rules.json", "--json")
        try check(&page, "rules import, rules check", "rules", "import", "rules.json", "--json")
        try check(&page, "rules list", "rules", "list", "--json")
        try check(&page, "search", "search", "--text", "mug", "--explain", "--json")
        try check(&page, "rules clear", "rules", "clear", "--json")
    }

    private func duplicates(_ page: inout CommandPage) throws {
        try place.magpie("prep", "shop/images/mug-001.jpg", "-o", "in", "--size", "200")
        try place.write(try contents(of: place / "shop/images/mug-001.jpg"), to: "in/mug.jpg")
        try place.write(try upsideDown("shop/images/mug-002.jpg"), to: "in/turned.jpg")
        try place.write(try contents(of: place / "shop/images/mug-002.jpg"), to: "in/upright.jpg")
        try place.write(try framed("shop/images/mug-003.jpg"), to: "in/framed.jpg")
        try place.write(try contents(of: place / "shop/images/mug-003.jpg"), to: "in/part.jpg")
        try check(&page, "duplicates", "duplicates", "in", "--any-turn", "--parts", "--json")
        try check(
            &page, "duplicates --apply", "duplicates", "in", "--move", "gone", "--apply", "--undo-list", "undo.jsonl",
            "--json")
        try place.write([7], to: "in/two.jpg")
        try check(&page, "duplicates --undo", "duplicates", "--undo", "undo.jsonl", "--json")
    }

    /// The picture on a gray screen with a bar.
    private func framed(_ name: String) throws -> [UInt8] {
        let recipe = Recipe(.pixels(fitting: 400), effort: .high)
        let part = try prepare(.bytes(try contents(of: place / name)), as: recipe).pixels()
        let screen = Pictures.draw(part.size.width + 160, part.size.height + 300) { x, y in
            let (u, v) = (x - 70, y - 130)
            guard (0..<part.size.width).contains(u), (0..<part.size.height).contains(v) else {
                return y < 60 ? (30, 60, 120) : (205, 210, 214)
            }
            let at = (v * part.size.width + u) * 3
            return (part.bytes[at], part.bytes[at + 1], part.bytes[at + 2])
        }
        return try prepare(.pixels(screen), as: Recipe(Output(.fit(1024), encoding: .png))).outputs[0].bytes
    }

    /// The picture, turned by half.
    private func upsideDown(_ name: String) throws -> [UInt8] {
        let input = ImageInput.bytes(try contents(of: place / name))
        let pixels = try #require(try prepare(input, as: Recipe(.pixels(fitting: 512))).outputs[0].pixels)
        var bytes = pixels.bytes
        for (to, from) in zip(0..<pixels.size.pixelCount, (0..<pixels.size.pixelCount).reversed()) {
            for channel in 0..<3 { bytes[to * 3 + channel] = pixels.bytes[from * 3 + channel] }
        }
        let turned = try #require(PixelBuffer(size: pixels.size, bytes: bytes))
        return try prepare(.pixels(turned), as: Recipe(Output(.fit(512), encoding: .jpeg(quality: 95)))).outputs[0]
            .bytes
    }

    private func people(_ page: inout CommandPage) throws {
        let members = ["recommendation_id": "home", "recommendation_variant_id": "b", "page": "1"]
        let click = TrackedEvent(
            action: "product_click", user: "u", session: "s", query: "q", item: "mug-001", position: 1, value: 2.5,
            members: members)
        let events = try EventStore(path: (place / "catalog.magpie.events").text)
        try events.add([
            TrackedEvent(action: "recommendation_view", user: "u", item: "mug-001", members: members), click,
            TrackedEvent(action: "product_click", user: "other", session: "s", item: "mug-002"),
        ])
        try check(&page, "events", "events", "--by", "action", "--json")
        try check(&page, "events --list", "events", "--list", "--json")
        try check(&page, "events --by variant", "events", "--by", "variant", "--json")
        try events.keep(
            ["q", "r"].map { id in
                RecordedSearch(
                    id: id, kind: .words, words: "mug", total: 1, hasFound: true, rules: id == "q" ? ["mugs"] : [],
                    shown: [.init("mug-001", place: 1)])
            })
        for table in ["query", "rule", "position"] {
            let lines = try place.magpie("events", "--by", table, "--json").output.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count == 2)
            try page.check(Array(lines.first ?? []), by: "events --by \(table)")
            try page.check(Array(lines.last ?? []), by: "events, all searches")
        }
        let last = try place.magpie("events", "--json").output.split(separator: UInt8(ascii: "\n")).last
        try page.check(Array(last ?? []), by: "events, the counts")
        let categories = #"[{"id": "news", "legitimate_interest": true, "sources": {"crm": true}, "translations": {}}]"#
        try place.write(Array(categories.utf8), to: "categories.json")
        try check(
            &page, "content define, content remove, consents import", "consents", "import", "categories.json", "--json")
        try check(&page, "consents list", "consents", "list", "--json")
        try check(
            &page, "consents show, consents set", "consents", "set", "u", "news", "yes", "--until", "2999-01-31",
            "--source", "page", "--message", "yes", "--json")
        try check(&page, "consents show, consents set", "consents", "show", "u", "--json")
        try check(&page, "events forget", "events", "forget", "u", "--json")
    }

    private func contentAndSteps(_ page: inout CommandPage) throws {
        let schema = #"""
            [{"name": "books", "fields": [{"name": "title", "kind": "text"}, {"name": "pages", "kind": "number"}]}]
            """#
        try place.write(Array(schema.utf8), to: "schema.json")
        try place.write(
            Array("id,title,pages,tags\nb1,Rain,9,shelf=top\nb2,Sun,many,\n".utf8), to: "books.csv")
        let small = "content define, content remove, consents import"
        try check(&page, small, "content", "define", "schema.json", "--json")
        try check(&page, "content import", "content", "import", "books.csv", "--json")
        try check(&page, "content search, content export", "content", "search", "books", "--json")
        try check(&page, "content search, content export", "content", "export")
        try check(&page, small, "content", "remove", "b1", "--json")
        try place.write(Array(StepContract.lines.utf8), to: "rows.jsonl")
        try place.magpie("steps", "import", "rows.jsonl", "-o", "addresses.store")
        try check(&page, "steps", "steps", "addresses.store", "--path", "jp,11", "--locale", "en", "--json")
        try check(&page, "steps", "steps", "addresses.store", "--path", "jp,11,111082,awa", "--json")
        try check(&page, "steps", "steps", "addresses.store", "--words", "negishi 5", "--json")
    }
}
