/// A reader of the products of an XML feed that is fed in portions: no more than one product is held.
///
/// RSS and Atom have the products in `item` and `entry`, the feeds of price comparisons in `product`, `offer` and `SHOPITEM`.
/// Entities that a document declares are not read, so that none can grow.
struct XMLRows {
    private static let names: Set<String> = ["item", "entry", "product", "offer", "shopitem"]
    private static let encodings: Set<String> = [
        "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252",
    ]

    private let path: String
    private var line: Int
    private var place = 0
    private var markup = XMLMarkup()
    /// The place of the markup.
    private var (markupStart, markupLine) = (0, 1)
    /// The product at hand, with its place, and the names of the elements in it that are open.
    private var row: [UInt8] = []
    private var open: [String] = []
    private var (start, startLine) = (0, 1)
    private var hasRows: Bool

    /// - Parameters:
    ///   - line: The number of the first line.
    ///   - isInside: The text begins with a product that was found before.
    init(path: String, line: Int = 1, isInside: Bool = false) {
        (self.path, self.line, hasRows) = (path, line, isInside)
    }

    /// Calls `body` for each product that ends in the portion, with the line where it begins, the bytes before it, and its
    /// own. Returns false where `body` did.
    ///
    /// - Throws: `invalidArgument` for elements that do not end as they began, for a product of more than
    ///   ``TableFile/longestLine`` bytes, for a text without products, and for one that is cut off.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, isLast: Bool,
        _ body: (_ line: Int, _ start: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if !open.isEmpty { row.append(byte) }
            if !markup.isEmpty || byte == UInt8(ascii: "<") {
                if markup.isEmpty { (markupStart, markupLine) = (place, line) }
                if markup.add(byte) {
                    let hasEnded = try take()
                    markup.removeAll()
                    if hasEnded, try !body(startLine, start, row[...]) { return false }
                }
            }
            guard row.count <= TableFile.longestLine, markup.bytes.count <= TableFile.longestLine else {
                let line = open.isEmpty ? markupLine : startLine
                throw fault("it is longer than \(TableFile.longestLine) bytes, the most that is read", line)
            }
            place += 1
        }
        guard isLast else { return true }
        if !open.isEmpty || !markup.isEmpty {
            throw fault("the text is cut off", open.isEmpty ? markupLine : startLine)
        }
        if !hasRows {
            throw .invalidArgument(
                "\(path) is XML without a product: none of its elements is an item, entry, product, offer or SHOPITEM")
        }
        return true
    }

    /// Takes a whole piece of markup. Returns true for the one that ends a product.
    private mutating func take() throws(SearchError) -> Bool {
        switch markup.kind {
        case .characters, .empty: return false
        case .other:
            if !hasRows, markup.bytes.starts(with: "<?xml".utf8) { try checkEncoding() }
            return false
        case .opening:
            let name = markup.name
            if !open.isEmpty {
                open.append(name)
            } else if Self.names.contains(XMLMembers.local(name).lowercased()) {
                (row, open, hasRows) = (markup.bytes, [name], true)
                (start, startLine) = (markupStart, markupLine)
            }
            return false
        case .closing:
            // Elements around the products need not be right.
            if open.isEmpty { return false }
            let (name, last) = (markup.name, open.removeLast())
            guard name == last else { throw fault("</\(name)> ends <\(last)>: this is no XML", markupLine) }
            return open.isEmpty
        }
    }

    private func checkEncoding() throws(SearchError) {
        let named = markup.attributes.first { $0.name == "encoding" }?.value ?? "utf-8"
        guard !Self.encodings.contains(named.lowercased()) else { return }
        throw .invalidArgument(
            "\(path) is XML in \(named.prefix(40)); `iconv -f \(named.prefix(40)) -t UTF-8` and another name in its first "
                + "line make it one that is read")
    }

    private func fault(_ text: String, _ line: Int) -> SearchError {
        .invalidArgument("\(path): line \(line): \(text)")
    }
}
