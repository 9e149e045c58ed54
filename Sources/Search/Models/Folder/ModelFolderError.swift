/// The reason a folder is not used as a model: the file, the member in it, the value found, the value that fits.
package struct ModelFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, from the folder of the model; empty for the folder as a whole.
    package var file: String
    /// The member of a JSON file or the tensor of a table, as `text_config.vocab_size`; nil for the whole file.
    package var member: String?
    /// The value or state that is there.
    package var found: String
    /// The value or state that would be right.
    package var expected: String

    package init(_ file: String, _ member: String? = nil, found: String, expected: String) {
        self.file = file
        self.member = member
        self.found = found
        self.expected = expected
    }

    /// All parts in one line, each cut off: they may come from hostile files.
    package var description: String {
        let place = [file.isEmpty ? "the folder" : file, member].compactMap { $0?.printable.shortened(to: 80) }
        let found = found.printable.shortened(to: 100)
        return "\(place.joined(separator: ": ")): found \(found); expected \(expected.printable.shortened(to: 100))"
    }
}

extension String {
    /// The text with a mark in place of its middle where it has more Unicode scalars than `limit`.
    package func shortened(to limit: Int) -> String {
        let scalars = unicodeScalars
        guard scalars.count > limit else { return self }
        let end = (limit - 1) / 3
        return String(scalars.prefix(limit - 1 - end)) + "…" + String(scalars.suffix(end))
    }
}
