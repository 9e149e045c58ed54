extension HoldingsReader {
    /// The resources of Photoshop: `8BIM`, a number, a name, a length, and the content; all of even length.
    mutating func read(resources bytes: Span<UInt8>) {
        var position = 0
        while position + 12 <= bytes.count {
            guard ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"].contains(where: { bytes.holds($0, at: position) }),
                let number = bytes.u16(at: position + 4), let name = bytes.byte(at: position + 6),
                let length = bytes.u32(at: position + 6 + (name + 2) / 2 * 2),
                let content = bytes.range(at: position + 10 + (name + 2) / 2 * 2, length: length)
            else {
                add("resources", block: position..<bytes.count, of: bytes)
                return
            }
            read(resource: number, content, of: bytes)
            position = content.upperBound + length % 2
        }
        if bytes.hasContent(from: position), position < bytes.count {
            add("resources", block: position..<bytes.count, of: bytes)
        }
    }

    private mutating func read(resource number: Int, _ content: Range<Int>, of bytes: Span<UInt8>) {
        switch number {
        case 0x0404: read(iptc: content, of: bytes)
        case 0x0422, 0x0423: read(exif: content, of: bytes)
        case 0x0424: add(packet: bytes.copy(content))
        case 0x03F0: add(words: "dc:description", bytes.text(content.dropFirst()))
        case 0x040A: if bytes.byte(at: content.lowerBound) == 1 { add(.words, "xmpRights:Marked", "true".utf8) }
        case 0x040B: add(words: "xmpRights:WebStatement", bytes.text(content))
        // Settings of printing and of the window, thumbnails, profiles and hashes that the program writes by itself.
        case 0x03E9...0x03EF, 0x03F1...0x03FF, 0x0402, 0x0405, 0x0406, 0x0408, 0x0409, 0x040C...0x0411, 0x0414,
            0x0416, 0x0417, 0x0419...0x041E, 0x0421, 0x0425, 0x0426, 0x0428, 0x042D, 0x0430, 0x0433...0x0435,
            0x0436...0x0443, 0x2710:
            break
        default: add("resource \(number)", block: content, of: bytes)
        }
    }

    /// The data sets of IPTC-IIM: 0x1C, record, number, length, value.
    mutating func read(iptc block: Range<Int>, of bytes: Span<UInt8>) {
        notes?.rights.source = .iptc
        defer { notes?.rights.source = .text }
        var position = block.lowerBound
        var (taken, digitized) = ((date: "", time: ""), (date: "", time: ""))
        while position < block.upperBound, bytes.byte(at: position) == 0x1C {
            guard let record = bytes.byte(at: position + 1), let number = bytes.byte(at: position + 2),
                let length = bytes.u16(at: position + 3), length < 0x8000,
                position + 5 + length <= block.upperBound
            else { break }
            let content = position + 5..<position + 5 + length
            position = content.upperBound
            switch (record, number) {
            // The envelope, versions, the program, its kind of picture and language.
            case (1, _), (2, 0), (2, 3), (2, 65), (2, 70), (2, 130), (2, 135): break
            case (2, 55): taken.date = bytes.text(content)
            case (2, 60): taken.time = bytes.text(content)
            case (2, 62): digitized.date = bytes.text(content)
            case (2, 63): digitized.time = bytes.text(content)
            case (2, ..<200):
                add(words: Words.iptc[number] ?? "iptc \(number)", bytes.text(content))
            default: add("iptc \(record) \(number)", block: content, of: bytes)
            }
        }
        if !taken.date.isEmpty { add(time: taken.date + taken.time, .created) }
        if !digitized.date.isEmpty { add(time: digitized.date + digitized.time, .digitized) }
        if position < block.upperBound, bytes.hasContent(from: position) {
            add("iptc", block: position..<block.upperBound, of: bytes)
        }
    }
}
