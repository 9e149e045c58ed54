import Essentials
import Imaging

/// A small file of text that an option names.
enum TextFile {
    /// The limit in bytes of such a file.
    private static let sizeLimit = 4 << 20

    /// Returns the text of a file.
    ///
    /// - Parameter content: A few words for its content, for errors.
    static func text(of file: Path, _ content: String) throws(SetupError) -> String {
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(file, limit: sizeLimit).bytes } catch {
            throw SetupError("cannot read \(content) in \(file): \(error)", because: error)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SetupError("\(file): \(content) are not UTF-8; write them as UTF-8")
        }
        return text
    }

    /// Returns the phrases of a file of words that no suggestion contains, one a line.
    static func blocked(in file: Path?) throws(SetupError) -> [String] {
        guard let file else { return [] }
        let lines = try text(of: file, "the blocked words").split(whereSeparator: \.isNewline)
        return lines.map { $0.prefix { $0 != "#" }.trimmingWhitespace() }.filter { !$0.isEmpty }
    }
}
