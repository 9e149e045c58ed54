internal import SQLite

extension WordScores {
    /// Adds the parts of a word of a script without blanks, which no item contains as a whole: `赤バッグ` are 赤 and バッグ.
    ///
    /// Parts are runs of one script, except the endings in hiragana, and where no item contains such a run, its pairs of
    /// letters. Returns those that some item contains.
    mutating func addParts(of word: QueryWords.Word, in database: Database) throws(SearchError) -> [String] {
        var found: [String] = []
        for run in WordScores.runs(of: word.text) {
            if try find(part: run, word.weight, in: database) {
                found.append(run)
                continue
            }
            let letters = WordParts(run).parts.flatMap { $0.pieces.map(\.text) }
            guard letters.count > 2 else { continue }
            for (first, second) in zip(letters, letters.dropFirst()) {
                if try find(part: first + second, word.weight, in: database) { found.append(first + second) }
            }
        }
        return found
    }

    private mutating func find(part: String, _ weight: Double, in database: Database) throws(SearchError) -> Bool {
        try find(compound: part, in: database)
        return hasFound && add(weight: weight)
    }

    private enum Script { case han, hiragana, katakana, other }

    private static func runs(of word: String) -> [String] {
        var runs: [(script: Script, text: String.UnicodeScalarView)] = []
        for scalar in word.unicodeScalars {
            let script = script(of: scalar) ?? runs.last?.script ?? .other
            if runs.last?.script == script {
                runs[runs.count - 1].text.append(scalar)
            } else {
                runs.append((script, .init([scalar])))
            }
        }
        return runs.filter { $0.script != .hiragana || $0.text.count > 2 }.map { String($0.text) }
    }

    /// Nil for what belongs to the script before it.
    private static func script(of scalar: Unicode.Scalar) -> Script? {
        switch scalar.value {
        case 0x3005, 0x30FC: nil
        case 0x3041..<0x30A0: .hiragana
        case 0x30A0..<0x3100, 0x31F0..<0x3200: .katakana
        case 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x40000: .han
        default: .other
        }
    }
}
