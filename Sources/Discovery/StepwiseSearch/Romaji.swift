extension String {
    /// A reading in kana as Latin letters (Hepburn, long vowels short), for searches where the data has none; nil for
    /// text with anything but kana.
    var romanized: String? {
        var text = ""
        var doubles = false
        let kana = Array(folded.unicodeScalars)
        var index = 0
        while index < kana.count {
            let pair = index + 1 < kana.count ? String(String.UnicodeScalarView(kana[index...index + 1])) : ""
            let single = String(kana[index])
            index += Self.syllables[pair] == nil ? 1 : 2
            if single == "っ" {
                doubles = true
                continue
            }
            if single == "ー" { continue }
            guard var syllable = Self.syllables[pair] ?? Self.syllables[single] else { return nil }
            if doubles, let first = syllable.first { syllable = (first == "c" ? "t" : String(first)) + syllable }
            doubles = false
            // おう and おお are long, and written as one.
            if let last = text.last, syllable == "u" && "ou".contains(last) || syllable == "o" && last == "o" {
                continue
            }
            text += syllable
        }
        return text.isEmpty ? nil : text
    }

    private static let syllables: [String: String] = {
        var table: [String: String] = ["ん": "n", "ゔ": "vu", "を": "o", "ゎ": "wa", "じ": "ji", "ぢ": "ji", "づ": "zu"]
        let rows = [
            ("あいうえお", ""), ("かきくけこ", "k"), ("がぎぐげご", "g"), ("さしすせそ", "s"), ("ざじずぜぞ", "z"),
            ("たちつてと", "t"), ("だぢづでど", "d"), ("なにぬねの", "n"), ("はひふへほ", "h"), ("ばびぶべぼ", "b"),
            ("ぱぴぷぺぽ", "p"), ("まみむめも", "m"), ("らりるれろ", "r"), ("ぁぃぅぇぉ", ""),
        ]
        for (kana, consonant) in rows {
            for (letter, vowel) in zip(kana, "aiueo") {
                let key = String(letter)
                if table[key] == nil { table[key] = consonant + String(vowel) }
            }
        }
        table.merge(["し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa"]) { $1 }
        for (first, sound) in [
            ("き", "ky"), ("ぎ", "gy"), ("し", "sh"), ("じ", "j"), ("ぢ", "j"), ("ち", "ch"), ("に", "ny"), ("ひ", "hy"),
            ("び", "by"), ("ぴ", "py"), ("み", "my"), ("り", "ry"),
        ] {
            for (second, vowel) in [("ゃ", "a"), ("ゅ", "u"), ("ょ", "o")] { table[first + second] = sound + vowel }
        }
        return table
    }()
}
