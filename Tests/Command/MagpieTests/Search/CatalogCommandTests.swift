import Foundation
import TestSupport
import Testing

@Suite("magpie catalog", .timeLimit(.minutes(5)))
struct CatalogCommandTests {
    private let place: Workplace
    private static let feed = """
        id,title,image_link,additional_image_link,availability,price,gtin,Cost per item,description
        1,Tote,https://s.test/a.jpg,https://s.test/b.jpg,in_stock,49.00 EUR,4006381333931,9,"A bag for books, for bread and for whatever else somebody carries home in the evening of a long day"
        2,Mug,https://s.test/a.jpg,,out_of_stock,9.50 EUR,4006381333932,2,
        3,Lamp,,,in_stock,120.00 EUR,,30,

        """

    init() throws {
        place = try Workplace()
        try place.write(Array(Self.feed.utf8), to: "feed.csv")
    }

    @Test("it shows the fields, the first items whole, and what the rows make, and writes nothing")
    func text() throws {
        let ended = try place.magpie("catalog", "feed.csv")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.lines.first?.contains("3 rows (a feed for Google Merchant), found by image_link or id") == true)
        #expect(ended.lines.contains("  title: title; type: none; group: none; price: price"))
        #expect(ended.lines.contains("1 (line 2)") && ended.lines.contains("3 (line 4)"))
        let pictures = ended.lines.filter { $0.hasPrefix("  picture") }
        #expect(
            pictures.map { $0.split(separator: " ").last } == [
                "https://s.test/a.jpg", "https://s.test/b.jpg", "https://s.test/a.jpg",
            ])
        #expect(
            ended.lines.suffix(2) == [
                "3 items, 2 pictures (2 by address)", "  1 item without the name of a picture: 3",
            ])
        #expect(ended.lines.allSatisfy { $0.count <= 80 || $0.contains("found by") }, "it fits a terminal")
        #expect(ended.errors.contains("a number with a wrong check digit, 4006381333932 (line 3)"))
        #expect(ended.errors.contains("Cost per item is left out"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)") == ["feed.csv"])
    }

    @Test("--strict ends with 3 where a row names no picture or a warning tells something, and with 0 elsewhere")
    func strict() throws {
        #expect(try place.magpie("catalog", "feed.csv", "--strict").code == 3)
        try place.write(Array("id,image,title\na,a.jpg,A\n".utf8), to: "whole.csv")
        #expect(try place.magpie("catalog", "whole.csv", "--strict").code == 0)
        try place.write(Array("id,image,title\na,a.jpg,A\nb,,B\n".utf8), to: "part.csv")
        #expect(try place.magpie("catalog", "part.csv", "--strict").code == 3)
        #expect(try place.magpie("catalog", "part.csv").code == 0)
    }

    @Test("drafts make no items unless --all takes them, and --items 0 shows the counts alone")
    func drafts() throws {
        try place.write(
            Array("Handle,Title,Variant SKU,Status,Image Src\na,A,1,active,a.jpg\nb,B,2,draft,b.jpg\n".utf8),
            to: "shop.csv")
        let ended = try place.magpie("catalog", "shop.csv", "--items", "0")
        #expect(
            ended.lines.suffix(2) == [
                "1 item, 1 picture", "  1 row of products that the shop does not show; --all takes them",
            ])
        #expect(try place.magpie("catalog", "shop.csv", "--all").lines.last == "2 items, 2 pictures")
        #expect(try place.magpie("catalog", "shop.csv", "--feed", "none").lines.last == "2 items, 2 pictures")
    }

    @Test("what is no table, a folder, an unknown feed or a column that is not there is an error with a reason")
    func wrong() throws {
        try place.write(Array("PK\u{3}\u{4}xl/workbook.xml".utf8), to: "book.xlsx")
        for (words, code, reason) in [
            (["catalog"], 1, "missing file"), (["catalog", "gone.csv"], 2, "gone.csv"),
            (["catalog", "."], 2, "cannot read"),
            (["catalog", "book.xlsx"], 2, "book.xlsx"), (["catalog", "feed.csv", "--feed", "shopfy"], 1, "shopify"),
            (["catalog", "feed.csv", "--omit", "pryce"], 2, "did you mean `price`?"),
        ] {
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.code == code && ended.errors.contains(reason), "\(words): \(ended.errors)")
            #expect(ended.output.isEmpty)
        }
    }
}
