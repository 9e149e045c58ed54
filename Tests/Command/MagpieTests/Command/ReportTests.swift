import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie prep --report")
struct ReportTests {
    func report(_ place: Workplace, _ more: String...) throws -> String {
        let words = ["prep", "in", "-o", "out", "--report", "report.html", "--quiet"] + more
        #expect(try Running(magpieBinary, words, in: place.path).wait().code == 0)
        return String(decoding: try contents(of: place / "report.html"), as: UTF8.self)
    }

    @Test("a card for each image, errors with code and message, and nothing loaded from elsewhere")
    func cards() throws {
        let place = try Workplace()
        for number in 0..<5 { try place.write(try picture(80, 60, seed: number), to: "in/sub/\(number).jpg") }
        try place.write([], to: "in/bad.jpg")
        let page = try report(place, "--size", "64", "--size", "32")
        #expect(page.components(separatedBy: "<li class=\"card\" data-bytes=").count - 1 == 5)
        #expect(page.components(separatedBy: "<li class=\"card bad\">").count - 1 == 1)
        #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,/9j/").count - 1 == 5)
        #expect(page.contains("<span>empty</span>"))
        #expect(page.contains("<h1>") && page.contains("6 images</span></h1>"))
        #expect(page.hasSuffix("</html>\n"))
        for outside in ["http:", "https:", "src=\"/", "<link", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
        #expect(place.names(in: "").filter { $0.hasPrefix(AtomicFile.prefix) }.isEmpty)
    }

    @Test("every attribute of every element is one that HTML has")
    func attributes() throws {
        let place = try Workplace()
        for number in 0..<3 { try place.write(try picture(80, 60, seed: number), to: "in/\(number).jpg") }
        try place.write([], to: "in/bad.jpg")
        let page = try report(place, "--colors", "3")
        let known: Set = [
            "lang", "charset", "name", "content", "class", "href", "title", "type", "placeholder", "role", "id",
            "hidden",
            "style", "src", "alt", "loading", "decoding", "tabindex", "value", "viewbox", "fill", "stroke", "d", "cx",
            "cy", "r", "stroke-width", "html",
        ]
        let body = page.replacing(/<(style|script)>[\s\S]*?<\/\1>/, with: "")
        var seen: Set<String> = []
        for tag in body.matches(of: /<[a-z!][^>]*>/) {
            let bare = tag.output.replacing(/=("[^"]*"|[^\s>]*)/, with: "")
            seen.formUnion(bare.dropFirst().dropLast().split(separator: /[\s\/]+/).dropFirst().map { $0.lowercased() })
        }
        let odd = seen.filter { !known.contains($0) && !$0.hasPrefix("data-") && !$0.hasPrefix("aria-") }
        #expect(odd.isEmpty)
        #expect(seen.contains("placeholder"))
    }

    @Test("cards lead to the original and its outputs, from the folder of the page on")
    func links() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a b#?.jpg")
        try place.folder("pages")
        let ended = try place.magpie("prep", "in", "-o", "out", "--report", "pages/report.html")
        #expect(ended.lines.last == "open pages/report.html in a browser")
        let page = String(decoding: try contents(of: place / "pages/report.html"), as: UTF8.self)
        #expect(page.contains("href=\"../in/a%20b%23%3F.jpg\""))
        #expect(page.contains("href=\"../out/a%20b%23%3F.jpg\""))
    }

    @Test("long reports are parted into pages that know one another, and no card is lost")
    func pages() throws {
        let place = try Workplace()
        let writer = try ReportWriter(place / "page.html")
        let count = ReportWriter.longestPage * 2 + 5
        let product = Product(
            picture: .init(
                format: .jpeg, uprightSize: .init(width: 10, height: 10), orientation: 1, isTruncated: false,
                box: .init(left: 0, top: 0, width: 10, height: 10)))
        var tally = Tally()
        for number in 0..<count {
            let outcome = Outcome(path: Path("in/\(number).jpg"), result: .success(product))
            try writer.add(outcome)
            tally.add(outcome)
        }
        try writer.finish(tally)
        var cards: [Int] = []
        for name in ["page.html", "page-2.html", "page-3.html"] {
            let page = String(decoding: try contents(of: place / name), as: UTF8.self)
            cards.append(page.components(separatedBy: "<li class=\"card\" ").count - 1)
            #expect(page.hasSuffix("</html>\n"))
            #expect(page.contains("<b aria-current=page>\(cards.count)</b>"))
        }
        #expect(cards == [ReportWriter.longestPage, ReportWriter.longestPage, 5])
    }

    @Test("names cannot become part of the page")
    func escaping() throws {
        let place = try Workplace()
        let name = "<script>alert(1)<\\script>&\"'>.jpg"
        try place.write(try picture(), to: "in/" + name)
        try place.write([1], to: "in/<img onerror=x>.jpg")
        let page = try report(place)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("<img onerror"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;\\script&gt;&amp;&quot;&#39;&gt;.jpg"))
    }

    @Test("cards stand in the order of the inputs")
    func order() throws {
        let place = try Workplace()
        for number in 0..<20 {
            try place.write(try picture(number % 4 == 0 ? 800 : 20, 20), to: "in/\(100 + number).jpg")
        }
        let page = try report(place, "--jobs", "4")
        let names = page.components(separatedBy: "<h3 title=\"in/").dropFirst().map { $0.prefix(3) }
        #expect(names == (0..<20).map { "\(100 + $0)"[...] })
    }

    @Test("images that were there already have a card without a picture")
    func skipped() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        _ = try report(place)
        let page = try report(place, "--skip-existing")
        #expect(page.contains("up to date"))
        #expect(!page.contains("data:image"))
        #expect(page.contains("src=\"out/a.jpg\""))
    }

    @Test("thumbnails have a budget; beyond it colors stand in, and memory stays the same")
    func budget() throws {
        let place = try Workplace()
        let writer = try ReportWriter(place / "page.html")
        let product = Product(
            picture: .init(
                format: .jpeg, uprightSize: .init(width: 10, height: 10), orientation: 1, isTruncated: false,
                box: .init(left: 0, top: 0, width: 10, height: 10)),
            thumbnail: [UInt8](repeating: 7, count: ReportWriter.thumbnailBudget / 3))
        let outcome = Outcome(path: Path("a.jpg"), result: .success(product))
        var tally = Tally()
        for _ in 0..<5 {
            try writer.add(outcome)
            tally.add(outcome)
        }
        try writer.finish(tally)
        let page = String(decoding: try contents(of: place / "page.html"), as: UTF8.self)
        #expect(page.components(separatedBy: "data:image").count - 1 == 3)
        #expect(page.components(separatedBy: "<li class=\"card\" data-bytes=").count - 1 == 5)
    }

    @Test("classes of a histogram double, from the first that holds something")
    func histogram() {
        var histogram = Histogram(first: 0.5)
        for value in [0.6, 0.99, 1, 3, 3.5, 1e30] { histogram.add(value) }
        let classes = histogram.classes()
        #expect(classes.prefix(3).map(\.end) == [1, 2, 4])
        #expect(classes.prefix(3).map(\.count) == [2, 1, 2])
        #expect(classes.map(\.count).reduce(0, +) == 6)
        #expect(Histogram(first: 1).classes().isEmpty)
        #expect(histogram.classes(limit: 3).count <= 3)
        #expect(histogram.classes(limit: 3).map(\.count).reduce(0, +) == 6)
    }
}
