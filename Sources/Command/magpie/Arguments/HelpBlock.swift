import Essentials

/// A part of the details of a command. Empty lines part paragraphs. A line with two blanks in it is the row of a table:
/// what follows them, and the lines below that begin in the same column, hang below themselves.
enum HelpBlock: Hashable {
    case gap
    case paragraph(String)
    /// The head with the blanks behind it, and the text beside it; a line in braces is a piece of its own.
    case row(head: String, pieces: [String])

    static func blocks(of text: String) -> [HelpBlock] {
        var blocks: [HelpBlock] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            let start = line.count - words.count
            if line.isEmpty {
                blocks.append(.gap)
            } else if case .row(let head, var pieces) = blocks.last, start > 0, start >= head.count {
                let isCode = words.isCode || pieces[pieces.count - 1].isCode
                if isCode { pieces.append(String(words)) } else { pieces[pieces.count - 1] += " " + words }
                blocks[blocks.count - 1] = .row(head: head, pieces: pieces)
            } else if let gap = words.firstRange(of: "  ") {
                let rest = line[gap.upperBound...].drop { $0 == " " }
                blocks.append(.row(head: String(line[..<rest.startIndex]), pieces: [String(rest)]))
            } else if case .paragraph(let begun) = blocks.last {
                blocks[blocks.count - 1] = .paragraph(begun + " " + line)
            } else {
                blocks.append(.paragraph(String(line)))
            }
        }
        return blocks
    }

    /// The lines of the help, no wider than `columns` where words allow it.
    func text(_ columns: Int) -> String {
        switch self {
        case .gap: return "\n"
        case .paragraph(let text): return wrap(text, at: columns).map { $0 + "\n" }.joined()
        case .row(let head, let pieces):
            let indent = String(repeating: " ", count: head.count)
            let lines = pieces.flatMap { wrap($0, at: columns - indent.count) }
            return head + lines.joined(separator: "\n" + indent) + "\n"
        }
    }
}

extension StringProtocol {
    /// True for a line in braces, which is not filled.
    var isCode: Bool { first == "{" }
}
