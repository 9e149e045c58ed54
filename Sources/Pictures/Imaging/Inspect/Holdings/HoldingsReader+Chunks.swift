extension HoldingsReader {
    /// Walks the RIFF chunks of a WebP, those in its frames, and what lies behind the last.
    mutating func read(webp bytes: Span<UInt8>) {
        guard let length = bytes.u32(at: 4, .little), length + 8 <= bytes.count else {
            isDamaged = true
            return
        }
        read(chunks: 12..<length + 8, of: bytes, isFrame: false)
        add(tailFrom: length + 8 + length % 2, of: bytes)
    }

    private mutating func read(chunks: Range<Int>, of bytes: Span<UInt8>, isFrame: Bool) {
        var position = chunks.lowerBound
        while position + 8 <= chunks.upperBound {
            guard let length = bytes.u32(at: position + 4, .little), position + 8 + length <= chunks.upperBound else {
                isDamaged = true
                return
            }
            let content = position + 8..<position + 8 + length
            let name = bytes.name(at: position)
            switch name {
            case "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM": break
            case "ICCP" where header.hasProfile: break
            case "ANMF" where !isFrame:
                read(
                    chunks: min(content.lowerBound + 16, content.upperBound)..<content.upperBound, of: bytes,
                    isFrame: true)
            case "EXIF": read(exif: content, of: bytes)
            case "XMP ": add(packet: bytes.copy(content))
            case "C2PA": add(credentials: content, of: bytes)
            default: add(name, block: content, of: bytes)
            }
            position = content.upperBound + length % 2
        }
        if position < chunks.upperBound { add("end", block: position..<chunks.upperBound, of: bytes) }
    }

    /// Walks the blocks of a GIF, and what lies behind its trailer.
    mutating func read(gif bytes: Span<UInt8>) {
        guard let flags = bytes.byte(at: 10) else { return }
        var position = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
        while let introducer = bytes.byte(at: position) {
            switch introducer {
            case 0x3B:
                add(tailFrom: position + 1, of: bytes)
                return
            case 0x2C:
                guard let flags = bytes.byte(at: position + 9) else { break }
                position += 11 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
                while let length = bytes.byte(at: position), length > 0 { position += 1 + length }
                position += 1
                continue
            case 0x21:
                let start = position + 2
                position = start
                while let length = bytes.byte(at: position), length > 0 { position += 1 + length }
                guard position < bytes.count else { break }
                read(gifExtension: bytes.byte(at: start - 1) ?? 0, start..<position, of: bytes)
                position += 1
                continue
            default: break
            }
            break
        }
        isDamaged = true
    }

    /// - Parameter blocks: With their lengths, without the empty one at the end.
    private mutating func read(gifExtension label: Int, _ blocks: Range<Int>, of bytes: Span<UInt8>) {
        let start = blocks.lowerBound
        switch label {
        case 0xF9: break
        case 0xFE: add(words: Words.comment, String(anyBytes: joined(blocks, of: bytes)))
        // The number of plays.
        case 0xFF where bytes.holds("NETSCAPE2.0", at: start + 1) || bytes.holds("ANIMEXTS1.0", at: start + 1):
            if blocks.count > 20 { add("FF", block: blocks, of: bytes) }
        case 0xFF where bytes.holds("XMP DataXMP", at: start + 1):
            // The packet is written as it is; 257 bytes behind it lead a reader of blocks to the end.
            let packet = blocks.dropFirst(12)
            let trailer = packet.count > 257 && bytes.u16(at: packet.upperBound - 257) == 0x01FF ? 257 : 0
            add(packet: bytes.copy(packet.dropLast(max(trailer, 0))))
        case 0xFF where bytes.holds("C2PA_GIF", at: start + 1):
            let store = joined(blocks.dropFirst(12), of: bytes)
            add(.credentials, "jumbf", store.span.hash(of: 0..<store.count))
            notes?.rights.add(credentials: store)
        default: add(String(label, radix: 16), block: blocks, of: bytes)
        }
    }

    private func joined(_ blocks: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
        var joined: [UInt8] = []
        var position = blocks.lowerBound
        while position < blocks.upperBound, let length = bytes.byte(at: position) {
            joined += bytes.copy(position + 1..<min(position + 1 + length, blocks.upperBound))
            position += 1 + length
        }
        return joined
    }
}
