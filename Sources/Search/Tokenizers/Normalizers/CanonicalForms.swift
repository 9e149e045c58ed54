internal import CSearchData
internal import Essentials

/// The normal forms of Unicode Standard Annex #15.
enum CanonicalForm: String, Sendable {
    case composed = "NFC"
    case decomposed = "NFD"
    case compatiblyComposed = "NFKC"
    case compatiblyDecomposed = "NFKD"

    /// Characters since Unicode 9.0 stay, and nothing moves past them, as in the reference.
    func apply(to text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard text.contains(where: { $0.value >= 0x80 }) else { return text }
        var (result, start): ([Unicode.Scalar], Int) = ([], 0)
        result.reserveCapacity(text.count)
        for (place, scalar) in text.enumerated() where !scalar.isOf(9, 0) {
            if start < place { result += form(text[start..<place]) }
            result.append(scalar)
            start = place + 1
        }
        return start == 0 ? form(text[...]) : result + form(text[start...])
    }

    private func form(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        switch self {
        case .composed: Self.composed(text)
        case .decomposed: Self.decomposed(text)
        case .compatiblyComposed: Self.composed(Self.compatible(text)[...])
        case .compatiblyDecomposed: Self.decomposed(Self.compatible(text)[...])
        }
    }

    /// The vowels of Tibetan that begin with a mark without being marks are taken apart here: Swift's library does not
    /// sort their parts among the marks before them.
    private static func string(_ text: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in text {
            switch scalar {
            case "\u{F73}": view.append(contentsOf: ["\u{F71}", "\u{F72}"])
            case "\u{F75}": view.append(contentsOf: ["\u{F71}", "\u{F74}"])
            case "\u{F81}": view.append(contentsOf: ["\u{F71}", "\u{F80}"])
            default: view.append(scalar)
            }
        }
        return String(view)
    }

    private static func composed(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        Array(string(text).precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func decomposed(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        Array(string(text).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    /// Equivalent to the text by compatibility, in no normal form.
    private static func compatible(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        decomposed(text).flatMap { parts[$0] ?? [$0] }
    }

    /// The parts of each character.
    private static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
        var count = 0
        // Safe: the bytes live as long as the program.
        let bytes = unsafe UnsafeBufferPointer(start: csd_compatibility(&count), count: count)
        let lines = unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n")
        var parts: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for line in lines {
            guard let scalar = line.first else { continue }
            parts[scalar] = Array(line.dropFirst())
        }
        return parts
    }()
}
