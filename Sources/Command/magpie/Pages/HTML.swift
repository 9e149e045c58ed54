import CPageFiles

/// Markup. Text that is put into it is escaped, so that no call site can forget to:
///
///     let row: HTML = "<li class=\(kind) title=\"\(path)\">\(name)</li>"
///
/// The literal is markup, and so is ``HTML`` that is put into it; everything else is text. A value directly after `=`
/// is put between quotes where it needs them.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var markup: String

    init(stringLiteral markup: String) { self.markup = markup }
    init(stringInterpolation parts: StringInterpolation) { markup = parts.markup }

    /// Text, escaped.
    init(_ text: some StringProtocol) { markup = String(text).htmlEscaped }

    /// A file of the reports in `CPageFiles`, such as a style sheet, without the line break at its end.
    init(file name: String) {
        var index = 0
        // Safe: paths and bytes are constants of the program, and each file knows the number of its own.
        while let file = unsafe cpf_file_at(index)?.pointee, unsafe String(cString: file.path) != "Reports/\(name)" {
            index += 1
        }
        guard let file = unsafe cpf_file_at(index)?.pointee else {
            preconditionFailure("no file \(name) in CPageFiles")
        }
        let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
        let end = unsafe bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
        markup = unsafe String(decoding: bytes[..<end], as: UTF8.self)
    }

    static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }

    /// Nothing where the condition holds.
    static func unless(_ isEmpty: Bool, _ html: @autoclosure () -> HTML) -> HTML { isEmpty ? "" : html() }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { markup += literal }
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        mutating func appendInterpolation(_ html: [HTML]) { for html in html { markup += html.markup } }
        mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        mutating func appendInterpolation(_ text: String) {
            let needsQuotes = markup.utf8.last == UInt8(ascii: "=") && !text.isWord
            markup += needsQuotes ? "\"\(text.htmlEscaped)\"" : text.htmlEscaped
        }
    }
}

extension Sequence {
    /// The markup of each element, one after the other.
    func html(_ markup: (Element) -> HTML) -> HTML { "\(map(markup))" }
}

extension Optional {
    /// The markup of a value; nothing for nil.
    func html(_ markup: (Wrapped) -> HTML) -> HTML { map(markup) ?? "" }
}

extension String {
    /// Letters, digits and hyphens: an attribute may hold it without quotes.
    fileprivate var isWord: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
