extension HoldingsReader {
    /// Walks the segments of ITU-T T.81, also those between scans, and what lies between segments and behind the end.
    mutating func read(jpeg bytes: Span<UInt8>) {
        var position = 2
        var isInScan = false
        while let start = bytes.firstIndex(of: 0xFF, from: position) {
            if !isInScan, start > position { add("between", block: position..<start, of: bytes) }
            position = start + 1
            guard let marker = bytes.byte(at: position) else { break }
            switch marker {
            // Filling, a byte of the scan, and markers without a length.
            case 0xFF: continue
            case 0x00, 0x01, 0xD0...0xD8: position += 1
            case 0xD9:
                add(tailFrom: position + 1, of: bytes)
                return
            default:
                guard let length = bytes.u16(at: position + 1), length >= 2,
                    let segment = bytes.range(at: position + 3, length: length - 2)
                else {
                    isDamaged = true
                    return
                }
                position = segment.upperBound
                isInScan = marker == 0xDA
                // Facts and words stand before the pixels.
                if isInScan, notes != nil { return }
                read(marker: marker, segment, of: bytes)
            }
        }
        // There is no end marker.
        isDamaged = true
    }

    private mutating func read(marker: Int, _ segment: Range<Int>, of bytes: Span<UInt8>) {
        let start = segment.lowerBound
        func begins(_ text: String) -> Bool { bytes.holds(text, at: start) && text.utf8.count <= segment.count }
        switch marker {
        // Tables and headers of the coding.
        case 0xC0...0xCF, 0xDA...0xDF: break
        case 0xFE: add(words: Words.comment, bytes.text(segment))
        case 0xE0 where begins("JFIF\0"):
            // With a small picture of three bytes a pixel.
            let picture = 3 * (bytes.byte(at: start + 12) ?? 0) * (bytes.byte(at: start + 13) ?? 0)
            add("E0", block: min(start + 14 + picture, segment.upperBound)..<segment.upperBound, of: bytes)
        case 0xE0 where begins("JFXX\0"): break
        case 0xE1 where begins("Exif\0"): read(exif: segment.dropFirst(6), of: bytes)
        case 0xE1 where begins("http://ns.adobe.com/xap/1.0/\0"):
            add(packet: bytes.copy(segment.dropFirst(29)))
        case 0xE1 where begins("http://ns.adobe.com/xmp/extension/\0"):
            // Behind a hash of the whole, its length and the place of this piece: maps of depth, sounds, other pictures.
            add(.pictures, "extension", block: segment.dropFirst(35 + 40), of: bytes)
        case 0xE2 where begins("ICC_PROFILE\0") && header.hasProfile: break
        case 0xE2 where begins("MPF\0") || begins("urn:iso:std:iso:ts:21496"):
            add(.pictures, "E2", block: segment, of: bytes)
        case 0xEB where begins("JP"): read(jumbf: segment, of: bytes)
        case 0xEB where begins("HDR_RI"): add(.pictures, "EB", block: segment, of: bytes)
        case 0xEC where begins("Ducky"): read(ducky: segment.dropFirst(5), of: bytes)
        case 0xED where begins("Photoshop 3.0\0"): resources += bytes.copy(segment.dropFirst(14))
        case 0xED where begins("Adobe_CM"): break
        case 0xEE where begins("Adobe") && segment.count <= 20: break
        default: add(String(marker, radix: 16), block: segment, of: bytes)
        }
    }

    /// A piece of a box of JUMBF: its name, the number of the box and of the piece, and the head of the box, which is repeated
    /// in each.
    private mutating func read(jumbf segment: Range<Int>, of bytes: Span<UInt8>) {
        add(.credentials, "jumbf", block: segment, of: bytes)
        let start = segment.lowerBound
        guard notes != nil, let box = bytes.u16(at: start + 2), let piece = bytes.u32(at: start + 4) else { return }
        let head = bytes.u32(at: start + 8) == 1 ? 16 : 8
        notes?.rights.add(credentials: bytes.copy(segment.dropFirst(piece > 1 ? 8 + head : 8)), of: box)
    }

    /// The block of "Save for Web": the quality (1), a comment (2) and the rights (3).
    private mutating func read(ducky block: Range<Int>, of bytes: Span<UInt8>) {
        var position = block.lowerBound
        while let tag = bytes.u16(at: position), tag > 0, let length = bytes.u16(at: position + 2),
            position + 4 + length <= block.upperBound
        {
            let content = position + 4..<position + 4 + length
            // Behind the number of the characters, which are UTF-16.
            if tag == 2 || tag == 3, length > 4 {
                let units = stride(from: content.lowerBound + 4, to: content.upperBound - 1, by: 2)
                    .compactMap { bytes.u16(at: $0).map { UInt16($0) } }
                add(
                    words: tag == 2 ? Words.comment : "dc:rights",
                    String(decoding: units.filter { $0 > 0 }, as: UTF16.self))
            } else if tag != 1 {
                add("Ducky", block: content, of: bytes)
            }
            position = content.upperBound
        }
        if position + 2 < block.upperBound { add("Ducky", block: position..<block.upperBound, of: bytes) }
    }
}
