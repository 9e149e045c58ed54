internal import Essentials
internal import SQLite

/// Text as names and queries are compared: without width, case, accents and punctuation, kana as hiragana.
///
/// Numbers stay apart: what separates two of them becomes one hyphen, in `2番13号` as in `２ー１３`. Chinese numerals count
/// before `丁目` only, because they are parts of names elsewhere.
struct FoldedText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// The places where a word of the text ends, as counts of scalars.
    private(set) var wordEnds: Set<Int> = []

    /// - Parameter isOld: Folds as files did before the letters of the index of words counted as the same here: ß, ø and ё
    ///   keep apart.
    init(_ text: String, isOld: Bool = false) {
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            scalars = Array(text.unicodeScalars)
        } else {
            let plain = text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            append(FoldedText.withDigits(FoldedText.voiced(plain.flatMap { FoldedText.plain($0, isOld) })))
        }
        wordEnds.insert(scalars.count)
    }

    /// The text by which a name is found.
    var key: String { self[0..<scalars.count] }

    subscript(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    func isDigit(at index: Int) -> Bool { index < scalars.count && scalars[index].isDigit }

    /// True where a name may end: not inside of a number.
    func canEnd(at index: Int) -> Bool {
        index == scalars.count || !(isDigit(at: index) && isDigit(at: index - 1))
    }

    /// The same words from the last to the first.
    static func reversed(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || ",、，".contains($0) }
        return words.count > 1 ? words.reversed().joined(separator: " ") : nil
    }

    private mutating func append(_ plain: [Unicode.Scalar]) {
        var isApart = false
        var index = 0
        while index < plain.count {
            let scalar = plain[index]
            let followsDigit = scalars.last?.isDigit == true
            if followsDigit, !isApart, let count = FoldedText.unit(plain[index...]) {
                index += count
                isApart = true
                continue
            }
            index += 1
            let isMark = scalar == "ー" && followsDigit && plain[index...].first?.isDigit == true
            guard scalar.isPartOfWords, !isMark else {
                isApart = true
                continue
            }
            if let last = scalars.last, isApart || last.isDigit != scalar.isDigit { wordEnds.insert(scalars.count) }
            if isApart, followsDigit, scalar.isDigit { scalars.append("-") }
            scalars.append(scalar)
            isApart = false
        }
    }

    /// The length of a word that counts blocks or houses, before the next number or at the end; nil for another word.
    private static func unit(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
        for unit in ["番地の", "番地", "番", "号", "の"] where rest.starts(with: unit.unicodeScalars) {
            let count = unit.unicodeScalars.count
            let next = rest.dropFirst(count).first
            if next?.isDigit == true || (unit != "の" && next?.isPartOfWords != true) { return count }
        }
        return nil
    }

    private static func plain(_ scalar: Unicode.Scalar, _ isOld: Bool) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0..<0x80: return [scalar]
        // Small letters of place names, which are written in both sizes.
        case 0x30F5, 0x3095: return ["か"]
        case 0x30F6, 0x3096: return ["け"]
        case 0x30A1...0x30F4: return [Unicode.Scalar(scalar.value - 0x60) ?? scalar]
        case 0x300...0x36F: return []
        case 0xC0..<0x300 where !isOld, 0x370..<0x530 where !isOld, 0x1E00..<0x2000 where !isOld:
            return scalar.foldedLetters
        case 0xC0...0x24F, 0x1E00...0x1EFF:
            return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                !(0x300...0x36F).contains($0.value)
            }
        default: return [scalar]
        }
    }

    /// Joins kana with the marks of voice that follow them, as letters of half width have them.
    private static func voiced(_ plain: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let marks: [Unicode.Scalar] = ["\u{3099}", "\u{309A}"]
        guard plain.contains(where: marks.contains) else { return plain }
        var result: [Unicode.Scalar] = []
        for scalar in plain {
            guard let mark = marks.firstIndex(of: scalar), let last = result.last,
                Array((mark == 0 ? "かきくけこさしすせそたちつてとはひふへほ" : "はひふへほ").unicodeScalars).contains(last),
                let joined = Unicode.Scalar(last.value + UInt32(mark) + 1)
            else {
                result.append(scalar)
                continue
            }
            result[result.count - 1] = joined
        }
        return result
    }

    /// Turns the numerals of `五丁目` and `十二丁目` into digits.
    private static func withDigits(_ plain: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard plain.contains("丁") else { return plain }
        var result: [Unicode.Scalar] = []
        for (index, scalar) in plain.enumerated() {
            if scalar == "丁", index + 1 < plain.count, plain[index + 1] == "目" {
                var start = result.count
                while start > 0, numerals[result[start - 1]] != nil { start -= 1 }
                var number = 0
                for numeral in result[start...] {
                    let value = numerals[numeral] ?? 0
                    // 十 multiplies what stands before it.
                    number = value == 10 ? max(number, 1) * 10 : number + value
                    if number > 10_000 { break }
                }
                if number > 0 { result.replaceSubrange(start..., with: Array(String(number).unicodeScalars)) }
            }
            result.append(scalar)
        }
        return result
    }

    private static let numerals: [Unicode.Scalar: Int] = [
        "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    ]
}

extension Unicode.Scalar {
    var isDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isPartOfWords: Bool {
        properties.isAlphabetic || properties.numericType != nil || ["ー", "々", "〆"].contains(self)
            || properties.generalCategory == .nonspacingMark
    }
}

extension String {
    /// The key of a name. A name without any letter is its own key.
    var folded: String {
        let key = FoldedText(self).key
        return key.isEmpty ? lowercased() : key
    }

    /// A key whose order is that of people: 2 before 10.
    var naturalOrder: String {
        var key = ""
        var digits = ""
        func endNumber() {
            guard !digits.isEmpty else { return }
            let number = digits.drop { $0 == "0" }
            // Folded text has no capital letters, so that a length is no letter.
            key.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(min(number.utf8.count, 25))))
            key += number
            digits = ""
        }
        for scalar in folded.unicodeScalars {
            if scalar.isDigit {
                digits.unicodeScalars.append(scalar)
            } else {
                endNumber()
                key.unicodeScalars.append(scalar)
            }
        }
        endNumber()
        return key
    }
}
