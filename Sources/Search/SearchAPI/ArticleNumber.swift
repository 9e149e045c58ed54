/// The numbers of articles in trade (GTIN): 8, 12, 13 or 14 digits, of which the last follows from the others. Zeros in front
/// stand for none, so that a scanner may tell 13 digits where a catalog has 12. GS1 General Specifications, 7.9.
package enum ArticleNumber {
    private static let lengths = [8, 12, 13, 14]

    /// The other ways to write a number; none for a text that is no such number.
    package static func otherForms(of text: String) -> Set<String> {
        let digits = text.utf8.map { Int($0) - 48 }
        guard lengths.contains(digits.count), digits.allSatisfy((0...9).contains), isRight(digits) else { return [] }
        let significant = text.drop { $0 == "0" }
        guard !significant.isEmpty else { return [] }
        let forms = lengths.filter { $0 >= significant.count && $0 != digits.count }.map {
            String(repeating: "0", count: $0 - significant.count) + significant
        }
        return Set(forms)
    }

    /// True for a text of as many digits as an article number has, whose last digit is not the one that follows from the others.
    package static func isMistaken(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        return lengths.contains(digits.count) && digits.allSatisfy((0...9).contains) && !isRight(digits)
    }

    /// True if the last digit is the one that makes the weighted sum a multiple of ten.
    private static func isRight(_ digits: [Int]) -> Bool {
        digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }.isMultiple(of: 10)
    }
}
