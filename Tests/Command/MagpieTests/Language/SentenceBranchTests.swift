import Foundation
import TestSupport
import Testing

@Suite("Branches on sentences")
struct SentenceBranchTests {
    /// The only texts with blanks that the sources look for: none of them is a message of the package.
    private static let foreign: Set<String> = [
        // Names of characters, as Unicode has them.
        "LATIN SMALL LETTER ", " WITH ",
        // The first line of a file that was not downloaded.
        "version https://git-lfs",
        // A row of a table in Markdown.
        "| ",
    ]

    @Test("no branch of the sources depends on the words of a message", arguments: SourceTexts.targets)
    func branches(target: String) throws {
        for (place, line) in try SourceTexts(of: target).code {
            for search in line.matches(of: #/\.(contains|hasPrefix|hasSuffix|firstRange|ranges)\((?:of: )?"([^"]*)"/#) {
                let text = String(search.2)
                let isSentence = text.contains(" ") && text.contains(where: \.isLetter)
                #expect(!isSentence || Self.foreign.contains(text), "\(place): \(line)")
            }
            #expect(!Self.readsMessage(line), "\(place): \(line)")
        }
    }

    /// True for code that looks into the text of an error.
    private static func readsMessage(_ line: String) -> Bool {
        line.contains(
            #/\b(message|reason|detail|description|sentence|error)(\.text|\.message)?\)?"?\.(contains|hasPrefix|hasSuffix)\((?!where)/#)
    }

    @Test("the patterns find the branches that there were")
    func patterns() {
        #expect(Self.readsMessage(#"SystemError.shortages.contains { message.hasSuffix(SystemError($0).text) }"#))
        #expect(Self.readsMessage(#"case .internal(_, let detail): detail.hasPrefix("out of memory")"#))
        #expect(Self.readsMessage(#"if message.text.contains("nsupported") {"#))
        #expect(Self.readsMessage(#"if "\(error)".contains("found") {"#))
        #expect(!Self.readsMessage(#"guard text.hasPrefix("#") else { return }"#))
    }
}
