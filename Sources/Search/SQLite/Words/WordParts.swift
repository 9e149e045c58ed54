/// The words of a text, folded, and where they stand in it.
package struct WordParts {
    /// The separation of a word from the one before it.
    package enum Link {
        /// A blank, or more than one character.
        case apart
        /// Nothing: another script begins.
        case adjacent
        /// One hyphen, apostrophe or point between two letters: T-shirt, don't.
        case letters
        /// One character between two digits: 2.5, 195/65.
        case numbers
    }

    /// A unit of the index: a word, or one letter where words are written without blanks.
    package struct Piece {
        package var text: String
        /// The bytes of the text in UTF-8.
        package var bytes: Range<Int>
    }

    package struct Part {
        package var pieces: [Piece]
        /// With ae, oe, ue and aa in place of umlauts and the ring; nil without one.
        package var spelledOut: String?
        package var isUnspaced: Bool
        package var link: Link
        /// The scalar between this and the part before, where there is one.
        package var separator: Unicode.Scalar?

        package var text: String { pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined() }
        package var bytes: Range<Int> { pieces[0].bytes.lowerBound..<pieces[pieces.count - 1].bytes.upperBound }
        package var isOfLetters: Bool { !isUnspaced && !pieces[0].text.unicodeScalars.contains { $0.isNumber } }
    }

    package private(set) var parts: [Part] = []
    private var piece = Open()
    private var pieces: [Piece] = []
    private var spelledOut: String?
    private var isUnspaced = false
    private var separators = 0
    private var separator: Unicode.Scalar?

    /// The piece that is being read.
    private struct Open {
        var scalars = String.UnicodeScalarView()
        var start = 0
        var end = 0
    }

    package init(_ text: String) {
        var place = 0
        for scalar in text.unicodeScalars {
            let end = place + UTF8.width(scalar)
            read(scalar, place..<end)
            place = end
        }
        endPart()
    }

    private mutating func read(_ scalar: Unicode.Scalar, _ bytes: Range<Int>) {
        let folded = FoldedScalar.of(scalar)
        switch folded.kind {
        case .ignored: if !piece.scalars.isEmpty { piece.end = bytes.upperBound }
        case .separator:
            endPart()
            separators += 1
            separator = scalar
        case .mark:
            for mark in folded.scalars { add(mark: mark, bytes) }
        case .letter, .unspaced:
            let unspaced = folded.kind == .unspaced
            if unspaced != isUnspaced { endPart() }
            isUnspaced = unspaced
            if unspaced, !joinsSyllable(folded.scalars) { endPiece() }
            for scalar in folded.scalars {
                if scalar == " " {
                    endPart()
                    (separators, separator) = (1, "/")
                } else if scalar.properties.generalCategory == .nonspacingMark {
                    add(mark: scalar, bytes)
                } else {
                    add(scalar, bytes)
                }
            }
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar, _ bytes: Range<Int>) {
        if piece.scalars.isEmpty { piece.start = bytes.lowerBound }
        if isUnspaced, let syllable = FoldedScalar.syllable(piece.scalars.last, scalar) {
            piece.scalars.removeLast()
            piece.scalars.append(syllable)
        } else {
            piece.scalars.append(scalar)
        }
        spelledOut?.unicodeScalars.append(scalar)
        piece.end = bytes.upperBound
    }

    private mutating func add(mark: Unicode.Scalar, _ bytes: Range<Int>) {
        guard let last = piece.scalars.last else {
            if !mark.isAccent { add(mark, bytes) }
            return
        }
        piece.end = bytes.upperBound
        if let letter = FoldedScalar.letter(last, mark) {
            piece.scalars.removeLast()
            piece.scalars.append(letter)
            return
        }
        if let more = FoldedScalar.spelling(last, mark) {
            var word = spelledOut ?? String(piece.scalars)
            word.unicodeScalars.append(more)
            spelledOut = word
        }
        if !mark.isAccent { add(mark, bytes) }
    }

    private func joinsSyllable(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count == 1 && FoldedScalar.syllable(piece.scalars.last, scalars[0]) != nil
    }

    private mutating func endPiece() {
        guard !piece.scalars.isEmpty else { return }
        pieces.append(Piece(text: String(piece.scalars), bytes: piece.start..<piece.end))
        piece = Open()
    }

    private mutating func endPart() {
        endPiece()
        guard let first = pieces.first else { return }
        var part = Part(pieces: pieces, spelledOut: spelledOut, isUnspaced: isUnspaced, link: .apart)
        if let last = parts.last {
            part.separator = separators == 1 ? separator : nil
            part.link = WordParts.link(last, part, separators, first.text)
        }
        parts.append(part)
        (pieces, spelledOut, separators, separator) = ([], nil, 0, nil)
    }

    /// Hyphens, apostrophes, points and such between the letters of one word.
    private static let joiners = Set("-\u{2010}\u{2011}'\u{2019}\u{2BC}.\u{B7}&".unicodeScalars)

    private static func link(_ last: Part, _ next: Part, _ separators: Int, _ text: String) -> Link {
        guard separators < 2 else { return .apart }
        guard let separator = next.separator else { return .adjacent }
        if joiners.contains(separator), last.isOfLetters, next.isOfLetters { return .letters }
        let before = last.pieces[last.pieces.count - 1].text.unicodeScalars.last
        let isNumber = before?.isNumber == true && text.unicodeScalars.first?.isNumber == true
        return isNumber && !separator.properties.isWhitespace ? .numbers : .apart
    }
}

extension FoldedScalar {
    /// The letter that a mark makes of another one: й, ї; kana with the marks of voice.
    fileprivate static func letter(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch (base, mark) {
        case ("и", "\u{306}"): "й"
        case ("у", "\u{306}"): "ў"
        case ("і", "\u{308}"): "ї"
        case ("г", "\u{301}"): "ѓ"
        case ("к", "\u{301}"): "ќ"
        case (_, "\u{3099}") where voiced.contains(base): Unicode.Scalar(base.value + 1)
        case (_, "\u{309A}") where plosive.contains(base): Unicode.Scalar(base.value + 2)
        case ("う", "\u{3099}"): "ゔ"
        case ("ウ", "\u{3099}"): "ヴ"
        default: nil
        }
    }

    private static let voiced = Set(
        "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホ".unicodeScalars)
    private static let plosive = Set("はひふへほハヒフヘホ".unicodeScalars)

    /// The letter that is written behind another one in place of its mark.
    fileprivate static func spelling(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch (base, mark) {
        case ("a", "\u{308}"), ("o", "\u{308}"), ("u", "\u{308}"): "e"
        case ("a", "\u{30A}"): "a"
        default: nil
        }
    }

    /// The Korean syllable of two of its letters, or of a syllable without an end and its end (Unicode, 3.12).
    fileprivate static func syllable(_ first: Unicode.Scalar?, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        guard let first = first?.value else { return nil }
        switch second.value {
        case 0x1161..<0x1176 where (0x1100..<0x1113).contains(first):
            return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second.value - 0x1161) * 28)
        case 0x11A8..<0x11C3 where (0xAC00..<0xD7A4).contains(first) && (first - 0xAC00) % 28 == 0:
            return Unicode.Scalar(first + second.value - 0x11A7)
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// The letters that a letter counts as in words; itself where it is no part of one.
    package var foldedLetters: [Unicode.Scalar] {
        let parts = WordParts(String(self)).parts
        return parts.isEmpty ? [self] : parts.flatMap { Array($0.text.unicodeScalars) }
    }
}
