/// The model of SentencePiece that takes the likeliest sequence of tokens.
///
/// Algorithm: Viterbi's over the scores, as in T. Kudo, "Subword Regularization", ACL 2018. A character that no token
/// covers costs ten more than the least likely token, and neighbors of this kind become one unknown token.
struct Unigram: Sendable {
    let tokens: TokenTable
    private let scores: [Double]
    private let trie: ScalarTrie
    let unknown: Int32?
    private let unknownScore: Double
    private let fallback: ByteFallback?

    init(_ file: TokenizerFile) throws(TokenizerError) {
        try file.model.allow("unk_id", "byte_fallback")
        var tokens = TokenTable(size: file.vocabulary.count)
        var trie = ScalarTrie(capacity: file.vocabulary.count / 32)
        var scores: [Double] = []
        var cursor = JSONCursor(file.bytes, at: file.vocabulary.lowerBound)
        if try cursor.open(0x5B) {
            repeat {
                var token: [UInt8] = []
                try cursor.expect(0x5B)
                try cursor.string(into: &token)
                try cursor.expect(0x2C)
                scores.append(try cursor.score())
                try cursor.expect(0x5D)
                guard scores.count <= Limits.tokens else { throw .invalid("model.vocab has too many tokens") }
                let id = Int32(scores.count - 1)
                // Of tokens that occur twice the last one counts.
                _ = try tokens.add(token, id: id, replacing: true)
                try trie.insert(String(decoding: token, as: UTF8.self).unicodeScalars, value: id)
            } while try cursor.another(0x5B)
        }
        let unknown = try file.model.integer("unk_id")
        if let unknown, unknown >= scores.count { throw .invalid("model.unk_id is outside the vocabulary") }
        (self.tokens, self.trie, self.scores) = (tokens, trie, scores)
        self.unknown = unknown.map { Int32($0) }
        unknownScore = (scores.min() ?? 0) - 10
        fallback = try file.model.flag("byte_fallback", default: false) ? ByteFallback(tokens) : nil
    }

    /// The best way to a place of the text.
    private struct Step {
        var score = 0.0
        var start = -1
        var id: Int32 = -1
    }

    func encode(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) throws(TokenizerError) {
        let text = Array(piece)
        let steps = try path(text)
        // From the end to the start; neighboring unknown characters are one part.
        var parts: [Range<Int>] = []
        var (end, isUnknown) = (text.count, false)
        while end > 0 {
            let step = steps[end]
            let unknownNow = step.id == unknown
            if unknownNow, isUnknown, let last = parts.popLast() {
                parts.append(step.start..<last.upperBound)
            } else {
                parts.append(step.start..<end)
            }
            (end, isUnknown) = (step.start, unknownNow)
        }
        var bytes: [UInt8] = []
        for part in parts.reversed() {
            bytes.removeAll(keepingCapacity: true)
            for scalar in text[part] { bytes.append(scalar) }
            if let id = tokens.id(bytes, 0..<bytes.count) {
                ids.append(id)
            } else if let spelled = fallback?.spell(bytes[...]) {
                ids += spelled
            } else {
                ids.append(try known(unknown))
            }
        }
    }

    private func known(_ id: Int32?) throws(TokenizerError) -> Int32 {
        guard let id else { throw .unencodable("a character is unknown, and model.unk_id is missing") }
        return id
    }

    private func path(_ text: [Unicode.Scalar]) throws(TokenizerError) -> [Step] {
        var steps = Array(repeating: Step(), count: text.count + 1)
        for start in text.indices {
            let score = steps[start].score
            var hasSingle = false
            func offer(_ end: Int, _ id: Int32, _ candidate: Double) {
                guard steps[end].start < 0 || candidate > steps[end].score else { return }
                steps[end] = Step(score: candidate, start: start, id: id)
            }
            trie.eachMatch(text, from: start, to: text.count) { end, id in
                offer(end, id, score + scores[Int(id)])
                if end == start + 1 { hasSingle = true }
            }
            if !hasSingle { offer(start + 1, try known(unknown), score + unknownScore) }
        }
        return steps
    }
}
