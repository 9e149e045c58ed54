extension HoldingsReader {
    /// Walks the chunks, and what lies behind IEND.
    mutating func read(png bytes: Span<UInt8>) {
        var position = 8
        while let chunk = PNGChunk(bytes, at: position) {
            guard chunk.isValid, chunk.end <= bytes.count else { break }
            let content = chunk.data..<chunk.data + chunk.length
            let name = bytes.name(at: chunk.start + 4)
            read(chunk: name, content, of: bytes)
            position = chunk.end
            if name == "IEND" {
                add("IEND", block: content, of: bytes)
                add(tailFrom: position, of: bytes)
                return
            }
        }
        isDamaged = true
    }

    private mutating func read(chunk name: String, _ content: Range<Int>, of bytes: Span<UInt8>) {
        switch name {
        // The pixels and their colors, and what programs write by themselves.
        case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "hIST",
            "pHYs",
            "tIME", "mDCV", "mDCv", "cLLI", "cLLi", "iDOT", "vpAg", "acTL":
            break
        case "eXIf": read(exif: content, of: bytes)
        case "tEXt", "zTXt", "iTXt": read(text: name, content, of: bytes)
        case "caBX": add(credentials: content, of: bytes)
        case "fcTL", "fdAT": if header.frames == 1 { add(.pictures, name, block: content, of: bytes) }
        default: add(name, block: content, of: bytes)
        }
    }

    /// A keyword and its text; a compressed one counts by its bytes.
    private mutating func read(text chunk: String, _ content: Range<Int>, of bytes: Span<UInt8>) {
        guard let end = bytes.firstIndex(of: 0, from: content.lowerBound), end < content.upperBound else {
            add(chunk, block: content, of: bytes)
            return
        }
        let keyword = bytes.text(content.lowerBound..<end)
        var text = end + 1..<content.upperBound
        if chunk == "iTXt" {
            // The compression, its method, a language and the translated keyword.
            guard let flag = bytes.byte(at: end + 1), flag == 0, let language = bytes.firstIndex(of: 0, from: end + 3),
                let start = bytes.firstIndex(of: 0, from: language + 1), start < content.upperBound
            else {
                add(.words, keyword, bytes.hash(of: text))
                return
            }
            text = start + 1..<content.upperBound
        }
        if Words.ignoredPNG.contains(keyword) { return }
        if chunk == "zTXt" {
            add(.words, keyword, bytes.hash(of: text))
        } else if keyword == "XML:com.adobe.xmp" {
            add(packet: bytes.copy(text))
        } else if keyword == "Creation Time" {
            add(.words, keyword, bytes.text(text).normalized.utf8)
        } else {
            add(words: Words.png[keyword] ?? keyword, bytes.text(text))
        }
    }
}
