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

    /// All parts in one line.
    package var description: String {
        let place = [file.isEmpty ? "the folder" : file, member].compactMap(\.self).joined(separator: ": ")
        return "\(place): found \(found); expected \(expected)"
    }
}
