internal import Essentials

/// The texts of the classes of a recognizer: none for class 0, the lines of its dictionary, and a blank behind them.
///
/// Found by number only. Some characters that differ are equal as strings: no set or dictionary may have them as keys.
struct CharacterTable: Sendable {
    private let texts: [String]

    /// Reads a dictionary of one text a line. Blanks are texts: lines are never trimmed.
    ///
    /// - Returns: Nil where the bytes are not UTF-8, or have no line.
    init?(lines bytes: [UInt8]) {
        guard let whole = String(validating: bytes, as: UTF8.self) else { return nil }
        // Bytes, not characters: a mark on a line of its own would become part of the end of the line before it.
        var lines = whole.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty else { return nil }
        let texts = lines.map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        self.texts = [""] + texts + [" "]
    }

    /// The number of classes with the one for no character and the one for the blank.
    var classes: Int { texts.count }

    /// The text of a class; empty for one that the dictionary does not have.
    subscript(index: Int) -> String { texts.indices.contains(index) ? texts[index] : "" }
}
