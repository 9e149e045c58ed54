internal import Essentials

/// Several files in one cell of a table, as the exports of shops write them.
///
/// Bars divide names always. Commas, semicolons and line ends divide where each part is a file: it begins like an address, or
/// has the extension of a picture. Blanks divide addresses. A comma behind a backslash is a comma of the name (WooCommerce).
enum CellList {
    /// Extensions of files that are pictures.
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "avif", "bmp", "jxl", "jp2",
        "svg", "pdf", "nef", "cr2", "cr3", "arw", "dng", "orf", "rw2", "raf", "pef",
    ]

    /// The files that a cell names, without blanks around them; empty names are left out.
    static func files(in text: String) -> [String] {
        var files = [text]
        // A path with backslashes alone stays as it is: in a list they stand before bars.
        if text.utf8.contains(UInt8(ascii: "|")), case .list(let parts)? = AttributeValue(text, as: .list) {
            files = parts
        } else if text.utf8.contains(where: isSign) {
            files = addresses(in: text) ?? names(in: text) ?? files
        }
        return files.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }

    /// Two addresses or more, cut in front of each; nil for any other text. What stands inside of an address, such as the comma
    /// of `w_200,h_300`, is a part of it.
    private static func addresses(in text: String) -> [String]? {
        let bytes = Array(text.utf8)
        var starts: [Int] = []
        for place in bytes.indices where isAddress(bytes[place...]) {
            if place == 0 || isSign(bytes[place - 1]) { starts.append(place) }
        }
        guard starts.count > 1 || starts.count == 1 && starts[0] > 0 else { return nil }
        // A part before the first address is a name, as in `a.jpg, https://…/b.jpg`.
        if starts[0] > 0 {
            guard isPicture(trimmed(bytes[..<starts[0]])) else { return nil }
            starts.insert(0, at: 0)
        }
        return zip(starts, starts.dropFirst() + [bytes.count]).flatMap { start, end in
            let part = trimmed(bytes[start..<end])
            // Behind an address a name may follow.
            return names(in: part) ?? [unescaped(part)]
        }
    }

    /// Two names of pictures or more; nil for any other text.
    private static func names(in text: String) -> [String]? {
        for signs in [",", ";", "\n\r"] {
            let parts = parts(of: text, between: Set(signs.utf8)).filter { !$0.isEmpty }
            if parts.count > 1, parts.allSatisfy(isPicture) { return parts.map(unescaped) }
        }
        return nil
    }

    private static func parts(of text: String, between signs: Set<UInt8>) -> [String] {
        let bytes = Array(text.utf8)
        var (parts, start) = ([String](), 0)
        for place in bytes.indices where signs.contains(bytes[place]) {
            if place > 0, bytes[place - 1] == UInt8(ascii: "\\") { continue }
            parts.append(trimmed(bytes[start..<place]))
            start = place + 1
        }
        return parts + [trimmed(bytes[start...])]
    }

    /// `https://` and the like, or `//` as of a page.
    private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        let scheme = bytes.prefix(8).prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
        let rest = bytes.dropFirst(scheme.count)
        return scheme.isEmpty ? rest.starts(with: "//".utf8) : rest.starts(with: "://".utf8)
    }

    /// The name ends with the extension of a picture, before a query or a fragment.
    private static func isPicture(_ file: String) -> Bool {
        let path = file.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { return false }
        return extensions.contains(path[path.index(after: dot)...].lowercased())
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2C, 0x3B, 0x0A, 0x0D, 0x09, 0x20: true
        default: false
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let part = bytes.drop(while: isSign)
        let count = part.reversed().prefix(while: isSign).count
        return String(decoding: part.dropLast(count), as: UTF8.self)
    }

    private static func unescaped(_ file: String) -> String {
        file.utf8.contains(UInt8(ascii: "\\")) ? file.replacing("\\,", with: ",") : file
    }
}
