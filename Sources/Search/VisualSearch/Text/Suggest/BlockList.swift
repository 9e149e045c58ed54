/// Words, or several words beside each other, that no suggestion contains.
package struct BlockList: Sendable {
    private var phrases: Set<String> = []
    private var longest = 0

    /// The number of them.
    package var count: Int { phrases.count }

    package init(_ phrases: some Sequence<String>) {
        for phrase in phrases { add(phrase) }
    }

    /// The same list with more phrases.
    package func with(_ phrases: [String]) -> BlockList {
        var list = self
        for phrase in phrases { list.add(phrase) }
        return list
    }

    private mutating func add(_ phrase: String) {
        let words = Array(Words(phrase))
        guard !words.isEmpty else { return }
        phrases.insert(words.joined(separator: " "))
        longest = max(longest, words.count)
    }

    /// Returns true if a text contains one of them.
    package func blocks(_ text: String) -> Bool {
        guard longest > 0 else { return false }
        let words = Array(Words(text))
        return words.indices.contains { start in
            (start..<min(start + longest, words.count)).contains { end in
                phrases.contains(words[start...end].joined(separator: " "))
            }
        }
    }
}
