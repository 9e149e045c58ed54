import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie discover", .timeLimit(.minutes(5)))
struct DiscoverTests {
    /// Some items, and two of the drawn scenes that show some of them; searching changes nothing.
    static let indexed = Result {
        let shop = try LabelledCatalog(["bag", "hat", "shoe", "sunglasses"], each: 9)
        try shop.index()
        for scene in ["scene-02", "scene-04"] {
            try shop.place.write(
                try contents(of: LabelledCatalog.samples / Path("scenes/\(scene).jpg")), to: "in/\(scene).jpg")
        }
        try shop.place.write(Array("no picture".utf8), to: "in/bad.jpg")
        return shop
    }
    let shop: LabelledCatalog

    init() throws { shop = try Self.indexed.get() }

    private func discover(_ words: String...) throws -> Ended {
        try Running(magpieBinary, ["discover"] + words, in: shop.place.path).wait()
    }

    @Test("a line for each image: upright size, boxes best first with score, type and hits; bad ones are results")
    func lines() throws {
        let ended = try discover("in", "--json", "--limit", "3", "--ordered", "--all")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        #expect(lines.map { $0["path"] as? String } == ["in/bad.jpg", "in/scene-02.jpg", "in/scene-04.jpg"])
        #expect(lines.map(\.isOK) == [false, true, true])
        #expect(lines[0].errorCode == "unsupportedFormat")
        #expect(Set(lines[2].keys) == ["path", "ok", "width", "height", "objects"])
        #expect(lines[2]["width"] as? Int == 960 && lines[2]["height"] as? Int == 720)
        let things = lines[2].things
        #expect(things.count == 5)
        for thing in things {
            #expect(Set(thing.keys) == ["box", "score", "type", "hits"])
            #expect(thing.hits.count == 3)
            #expect(thing["type"] is String || thing["type"] is NSNull)
        }
        let scores = things.map { $0["score"] as? Double ?? -1 }
        #expect(scores == scores.sorted(by: >) && scores.allSatisfy((0...1).contains))
        let shoe = try #require(things.first { $0.place.overlaps(Box(left: 361, top: 125, width: 243, height: 150)) })
        #expect(shoe.ids.first == "shoe-001")
        #expect(shoe.hits.first?["path"] as? String == "shop/images/shoe-001.jpg")
        #expect(
            try discover("in", "--limit", "3", "--json", "--ordered", "--jobs", "1", "--all").output == ended.output)
    }

    @Test("answers can be refined as those of a search; places and types of objects be asked for")
    func refining() throws {
        let each = try discover(
            "in/scene-04.jpg", "--json", "--filter", "price:0,30", "--facets", "color", "--fields", "price",
            "--detection-limit", "2", "--explain")
        let things = try #require(try each.json().first).things
        #expect(things.count == 2)
        for thing in things {
            #expect(thing["facets"] is [Any])
            for hit in thing.hits {
                let attributes = hit["attributes"] as? [String: Any] ?? [:]
                #expect(Array(attributes.keys) == ["price"] && attributes["price"] as? Double ?? 99 <= 30)
                #expect(hit["explanation"] is [String: Any])
            }
        }
        let places = try discover(
            "in/scene-04.jpg", "--json", "--limit", "1", "--box", "38,423,446,618", "--point", "480,210")
        let placed = try #require(try places.json().first).things
        #expect(placed.map(\.place).first == Box(left: 38, top: 423, width: 408, height: 195))
        #expect(placed.last?.ids == ["shoe-001"])
        let typed = try discover("in/scene-04.jpg", "--json", "--type", "sunglasses", "--detection-limit", "1")
        #expect(try typed.json().first?.things.map { $0["type"] as? String } == ["Sunglasses"])
        let grouped = try discover("in/scene-04.jpg", "--json", "--group-by", "brand", "--limit", "2", "--all")
        #expect(try grouped.json().first?.things.allSatisfy { ($0["groups"] as? [Any])?.count == 2 } == true)
    }

    @Test("boxes need no store; a picture with nothing in it is one object, and says so")
    func boxesOnly() throws {
        let place = try Workplace()
        let gray = PixelBuffer(
            size: Size(width: 120, height: 80), bytes: Array(repeating: 200, count: 120 * 80 * 3))
        let plain = try prepare(.pixels(try #require(gray)), as: Recipe(.fit(512))).outputs[0].bytes
        try place.write(plain, to: "plain.jpg")
        try place.write(try contents(of: shop.place / "in/scene-04.jpg"), to: "scene.jpg")
        let ended = try place.magpie(
            "discover", "plain.jpg", "scene.jpg", "--boxes-only", "--json", "--ordered", "--detection-limit", "3",
            "--sensitivity", "high")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json()
        #expect(lines[0].things.map(\.place) == [Box(left: 0, top: 0, width: 120, height: 80)])
        #expect(lines[0].things.first?["whole"] as? Bool == true)
        #expect(lines[1].things.count == 3)
        for thing in lines[1].things { #expect(Set(thing.keys) == ["box", "score"]) }
        let table = try place.magpie("discover", "plain.jpg", "--boxes-only")
        #expect(table.text.contains("no object stands out") && table.text.contains("the whole picture"))
    }

    @Test("JSON and page tell where an object was searched with its surroundings")
    func surroundings() throws {
        let place = try Workplace()
        let scene = ImageInput.file(SharedData.package.appending(path: "samples/scenes/scene-01.jpg"))
        for (name, box) in [
            ("in/shop.png", Box(left: 0, top: 150, width: 480, height: 450)),
            ("seen.png", Box(left: 0, top: 170, width: 460, height: 430)),
        ] {
            let recipe = Recipe(Output(.fit(512), encoding: .png), box: box)
            try place.write(try prepare(scene, as: recipe).outputs[0].bytes, to: name)
        }
        #expect(try place.magpie("index", "in").code == 0)
        let ended = try place.magpie("discover", "seen.png", "--json", "--report", "page.html")
        let things = try #require(try ended.json().first).things
        #expect(things.contains { $0["surroundings"] as? Bool == true }, "\(ended.text)")
        let page = String(decoding: try contents(of: place / "page.html"), as: UTF8.self)
        #expect(page.contains("searched with its surroundings"))
        let pointed = try place.magpie("discover", "seen.png", "--json", "--box", "51,83,342,339")
        #expect(try #require(try pointed.json().first).things.allSatisfy { $0["surroundings"] == nil })
    }

    @Test("objects become prepared pictures of their own, the same bytes whatever the number of jobs")
    func crops() throws {
        let ended = try discover("in", "--boxes-only", "--crops", "crops", "--json", "--detection-limit", "3")
        #expect(ended.code == 0, "\(ended.errors)")
        let files = shop.place.files(in: "crops")
        let names = ["scene-02", "scene-04"].flatMap { name in (1...3).map { Path("\(name)-\($0).jpg") } }
        #expect(Set(files.keys) == Set(names))
        for line in try ended.json() where line.isOK {
            for thing in line.things {
                let output = try #require(thing.outputs.first)
                let file = try contents(of: shop.place / (output["path"] as? String ?? ""))
                let size = try inspect(file).uprightSize
                #expect(size == thing.place.size, "the crop is no larger than 512, so it keeps its pixels")
                #expect(output["width"] as? Int == size.width && output["bytes"] as? Int == file.count)
            }
        }
        for jobs in ["1", "3"] {
            let prepared = try shop.place.magpie(
                "prep", "in", "-o", "made\(jobs)", "--crop", "objects", "--detection-limit", "3", "--jobs", jobs)
            #expect(prepared.code == 0, "\(prepared.errors)")
            #expect(shop.place.files(in: "made\(jobs)") == files)
        }
        let again = try shop.place.magpie(
            "prep", "in", "-o", "made1", "--crop", "objects", "--detection-limit", "3", "--skip-existing", "--json",
            "--ordered")
        #expect(try again.json().map { $0["skipped"] as? Bool } == [nil, true, true])
        let sizes = try shop.place.magpie(
            "prep", "in/scene-04.jpg", "-o", "sizes", "--crop", "objects", "--detection-limit", "1", "-s", "64", "-s",
            "32", "--colors", "2", "--json")
        #expect(Set(shop.place.names(in: "sizes")) == ["scene-04-1@64.jpg", "scene-04-1@32.jpg"])
        #expect((try sizes.json().first?["colors"] as? [Any])?.count == 2)
    }

    @Test("the table has a part for each object")
    func table() throws {
        let ended = try discover("in/scene-04.jpg", "--limit", "2", "--all")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try #require(ended.lines.first).hasPrefix("in/scene-04.jpg  960 × 720, 5 objects, "))
        #expect(ended.lines.count { $0.hasPrefix("      score  ") } == 5)
        #expect(ended.lines.count { $0.contains("  at ") } == 5)
    }

    @Test("the page shows each picture with numbered boxes and beside it the hits, and loads nothing from elsewhere")
    func report() throws {
        let ended = try discover(
            "in", "--limit", "4", "--detection-limit", "3", "--report", "scene.html", "--quiet", "--all")
        #expect(ended.code == 0, "\(ended.errors)")
        let page = String(decoding: try contents(of: shop.place / "scene.html"), as: UTF8.self)
        #expect(page.ranges(of: "<a class=spot ").count == 6)
        #expect(page.ranges(of: "<section class=object ").count == 6)
        #expect(page.ranges(of: "<li class=\"card").count == 24)
        #expect(page.contains("<a class=skip href=\"#found\">") && page.contains("<main id=found>"))
        #expect(page.contains("<a class=stage") && page.contains("href=\"./shop/images/"))
        #expect(!page.contains("Something") && !page.contains("More like this"))
        #expect(page.contains(/<em>[0-9]+\u{a0}% sure<\/em>/))
        #expect(page.contains("<section class=\"scene bad\">"))
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        for outside in ["http:", "https:", "src=\"/", "<link", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
        for name in ["ol", "li", "div", "section", "button", "span", "p", "h2", "h3", "a", "b", "figure", "dl"] {
            let opened = page.ranges(of: try Regex("<\(name)[ >]")).count
            #expect(opened == page.ranges(of: "</\(name)>").count, "\(name)")
        }
        let boxes = try discover("in/scene-04.jpg", "--boxes-only", "--report", "boxes.html", "--quiet")
        #expect(boxes.code == 0, "\(boxes.errors)")
        let second = String(decoding: try contents(of: shop.place / "boxes.html"), as: UTF8.self)
        #expect(second.contains("<a class=spot ") && !second.contains("<li class="))
    }

    @Test("a type that no object is of gives none, and says which there are; singular and plural are the same")
    func typeThatNothingIsOf() throws {
        let scene = "in/scene-04.jpg"
        let all = try #require(try discover(scene, "--json").json().first).things.compactMap { $0["type"] as? String }
        #expect(all.contains("Sneakers"))
        let missing = try #require(
            ["Totes", "Clutches", "Boots", "Caps", "Brimmed hats", "Bags", "Hats"].first { type in
                let ended = try? discover(scene, "--json", "--type", type)
                return (try? ended?.json().first?.things.isEmpty) ?? false
            })
        let ended = try discover(scene, "--type", missing, "--report", "none.html")
        #expect(ended.code == 0, "\(ended.errors)")
        let line = try #require(ended.lines.first)
        #expect(line.contains(" objects, none of type \(missing); found: "), "\(line)")
        #expect(line.contains("Sneakers") && ended.lines.dropFirst() == ["open none.html in a browser"])
        let page = String(decoding: try contents(of: shop.place / "none.html"), as: UTF8.self)
        #expect(page.contains("none of type \(missing); found: ") && !page.contains("<section class=object "))
        let json = try #require(try discover(scene, "--json", "--type", missing).json().first)
        #expect(json.things.isEmpty)
        let others = try #require(json["others"] as? [[String: Any]])
        #expect(others.contains { $0["type"] as? String == "Sneakers" })
        #expect(others.allSatisfy { Set($0.keys) == ["box", "score", "type"] })
        let singular = try discover(scene, "--json", "--type", "sneaker")
        #expect(try singular.json().first?.things.first?["type"] as? String == "Sneakers")
        let mistyped = try discover(scene, "--type", "Sneekers")
        #expect(mistyped.code == 1 && mistyped.errors.contains("did you mean Sneakers?"), "\(mistyped.errors)")
    }

    @Test("the lowest score of objects can be chosen")
    func minimumScore() throws {
        func scores(_ words: String...) throws -> [Double] {
            let ended = try Running(
                magpieBinary, ["discover", "in/scene-02.jpg", "--boxes-only", "--json"] + words, in: shop.place.path
            ).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            return try #require(try ended.json().first).things.compactMap { $0["score"] as? Double }
        }
        let usual = try scores("--detection-limit", "30")
        #expect(!usual.isEmpty && usual.allSatisfy { $0 >= 0.3 })
        let clear = try scores("--min-score", "0.9")
        #expect(clear == usual.filter { $0 >= 0.9 })
        #expect(try scores("--min-score", "0", "--detection-limit", "30").count > usual.count)
    }

    @Test(
        "usage errors are explained",
        arguments: [
            ["discover"], ["discover", "in", "--type", "Shoes", "--boxes-only"], ["discover", "in", "--type", "Shoos"],
            ["discover", "in", "--type", "Shoes", "--point", "3,4"], ["discover", "in", "--detection-limit", "31"],
            ["discover", "in", "--box", "1,2,3"], ["discover", "in", "--min-score", "1.5"],
            ["discover", "in", "--boxes-only", "--limit", "3"], ["discover", "in", "--boxes-only", "--sort", "price"],
            ["discover", "in", "--boxes-only", "--store", "other.magpie"],
            ["discover", "in", "--box", "1,2,3,4", "--detection-limit", "3"],
            ["discover", "in", "--point", "1,2", "--min-score", "0.5"], ["prep", "in", "-o", "x", "--crop", "faces"],
            ["prep", "in", "-o", "x", "--crop", "objects", "--box", "1,2,3,4"],
        ])
    func usage(words: [String]) throws {
        let ended = try Running(magpieBinary, words, in: shop.place.path).wait()
        #expect(ended.code == 1)
        #expect(ended.errors.hasPrefix("magpie: "))
    }

    @Test("a store that is not there is named as such")
    func noStore() throws {
        let ended = try discover("in", "--store", "none.magpie")
        #expect(ended.code == 2)
        #expect(ended.errors.contains("none.magpie"))
    }
}

extension [String: Any] {
    fileprivate var things: [[String: Any]] { self["objects"] as? [[String: Any]] ?? [] }

    fileprivate var place: Box {
        let edges = self["box"] as? [Int] ?? []
        guard edges.count == 4 else { return Box(left: -1, top: -1, width: 0, height: 0) }
        return Box(left: edges[0], top: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
    }
}

extension Box {
    /// True if half of both together is common to both.
    fileprivate func overlaps(_ other: Box) -> Bool {
        let width = Swift.max(Swift.min(right, other.right) - Swift.max(left, other.left), 0)
        let height = Swift.max(Swift.min(bottom, other.bottom) - Swift.max(top, other.top), 0)
        return 3 * width * height >= size.pixelCount + other.size.pixelCount
    }
}
