extension HoldingsReader {
    /// Reads the details of a camera's RAW file: those of its own directories, then those of its preview.
    ///
    /// As a holder it is unread: neither the data of a sensor nor the notes of its camera are compared, so that a RAW file
    /// always stays.
    mutating func read(raw bytes: Span<UInt8>) {
        if notes != nil {
            if let layout = TIFFLayout(raw: bytes) {
                var extent = 0
                read(chainOf: layout, of: bytes, limit: 8, extent: &extent)
            } else if bytes.holds("ftypcrx ", at: 4) {
                read(cr3: bytes)
            }
            if let place = header.preview?.place { read(jpeg: bytes.extracting(place)) }
        }
        isDamaged = true
    }

    /// The boxes of a CR3 with directories, each a TIFF of its own: that of the picture (CMT1), of the photo (CMT2) and of
    /// the place (CMT4).
    private mutating func read(cr3 bytes: Span<UInt8>) {
        guard let film = ISOBoxes(in: 0..<bytes.count, of: bytes).first("moov", of: bytes) else { return }
        let parts: [(name: String, part: Part)] = [("CMT1", .main), ("CMT2", .photo), ("CMT4", .place)]
        for box in ISOBoxes(in: film, of: bytes).boxes
        where box.isNamed("uuid", in: bytes) && bytes.u32(at: box.content.lowerBound) == 0x85C0_B687 {
            let inner = ISOBoxes(in: box.content.dropFirst(16), of: bytes)
            for (name, part) in parts {
                guard let content = inner.first(name, of: bytes) else { continue }
                let block = bytes.extracting(content)
                guard let layout = TIFFLayout(block),
                    let directory = layout.directory(at: layout.firstDirectory, in: block)
                else { continue }
                var extent = 0
                read(directory, part, of: block, extent: &extent)
            }
        }
    }
}
