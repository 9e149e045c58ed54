import TestSupport
import Testing

@testable import VisualSearch

@Suite("Numbers of articles")
struct ArticleNumberTests {
    /// A number of a length, with the check digit that belongs to it.
    private static func number(_ length: Int, zeros: Int, _ random: inout SplitMix) -> String {
        var digits = (0..<length - 1).map { $0 < zeros ? 0 : Int.random(in: 1...9, using: &random) }
        // From the right, the weights of what stands before the check digit are 3, 1, 3, …
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * [3, 1][$1.offset % 2] }
        digits.append((10 - sum % 10) % 10)
        return digits.map(String.init).joined()
    }

    @Test("examples of GS1 and of the library of books")
    func examples() {
        #expect(ArticleNumber.otherForms(of: "036000291452") == ["0036000291452", "00036000291452"])
        #expect(ArticleNumber.otherForms(of: "4006381333931") == ["04006381333931"])
        #expect(ArticleNumber.otherForms(of: "00000096385074") == ["96385074", "000096385074", "0000096385074"])
        for text in ["036000291453", "4006381333930", "12345", "00000000", "40063813339A1", "٤٠٠٦٣٨١٣٣٣٩٣١", ""] {
            #expect(ArticleNumber.otherForms(of: text).isEmpty, "\(text)")
        }
    }

    @Test("each form of a number finds an item that has another one, and a wrong check digit finds none of them")
    func forms() throws {
        var random = SplitMix(seed: 17)
        let folder = try TemporaryFolder()
        let store = try folder.store()
        var numbers: [String] = []
        for (length, zeros) in [(8, 0), (12, 0), (12, 1), (13, 0), (13, 1), (14, 0), (14, 2), (14, 6)] {
            for _ in 0..<5 { numbers.append(Self.number(length, zeros: zeros, &random)) }
        }
        _ = try store.upsert(numbers.map { StoredItem("item-\($0)", ["gtin": .string($0), "title": .text("Soap")]) })
        func ids(_ text: String) throws -> [String] {
            try store.read { snapshot throws(SearchError) in
                var ids: [String] = []
                for match in try snapshot.wordMatches(text).matches {
                    ids.append(try snapshot.id(at: match.slot) ?? "?")
                }
                return ids
            }
        }
        for number in numbers {
            for form in ArticleNumber.otherForms(of: number) {
                #expect(try ids(form) == ["item-\(number)"], "\(form) for \(number)")
                #expect(try ids("soap \(form) ") == ["item-\(number)"], "\(form) for \(number)")
                let last = Int(form.suffix(1)) ?? 0
                let wrong = form.dropLast() + "\((last + 1) % 10)"
                #expect(try !ids(wrong + " ").contains("item-\(number)"), "\(wrong)")
            }
        }
    }
}
