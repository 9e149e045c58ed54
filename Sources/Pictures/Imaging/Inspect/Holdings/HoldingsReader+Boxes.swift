extension HoldingsReader {
    /// Walks the boxes of HEIC and AVIF, the items of `meta`, and what `mdat` holds beside items. Those of JPEG XL are
    /// fewer.
    mutating func read(boxes bytes: Span<UInt8>) {
        let file = ISOBoxes(in: 0..<bytes.count, of: bytes)
        if file.isCut || file.boxes.count >= 1024 { isDamaged = true }
        let items = file.first("meta", of: bytes).map { ISOBoxes(in: $0.dropFirst(4), of: bytes) }
        let places = items.flatMap { ISOItems.allPieces(in: $0, of: bytes) }
        var metas = 0
        for box in file.boxes {
            let (name, content) = (bytes.name(at: box.name), box.content)
            switch name {
            case "ftyp", "styp", "JXL ", "jxlc", "jxlp", "jxll", "jxli": break
            case "meta" where metas == 0: metas += 1
            case "mdat": if header.format != .jxl { add(beside: places ?? [], content, of: bytes) }
            case "free", "skip", "wide": add(filling: content, of: bytes)
            case "uuid" where bytes.u32(at: content.lowerBound) == 0xD8FE_C3D6:
                add(credentials: content, of: bytes, behind: Self.headOfCredentials)
            case "jumb": add(credentials: box.name - 4..<content.upperBound, of: bytes)
            case "mpvd", "moov": add(.film, name, block: content, of: bytes)
            case "Exif": read(exif: content.dropFirst(4), of: bytes)
            case "xml ": add(packet: bytes.copy(content))
            default: add(name, block: content, of: bytes)
            }
        }
        if let items { read(items: items, places ?? [], of: bytes) }
    }

    /// The bytes of the box before Content Credentials: its type, version and flags, `manifest` with a NUL, and an offset.
    private static let headOfCredentials = 16 + 4 + 9 + 8

    private mutating func read(items: ISOBoxes, _ places: [Range<Int>], of bytes: Span<UInt8>) {
        if items.isCut || items.boxes.count >= 1024 { isDamaged = true }
        for box in items.boxes {
            let name = bytes.name(at: box.name)
            switch name {
            case "hdlr", "pitm", "iloc", "iref", "dinf", "ipro", "grpl": break
            case "idat": add(beside: places, box.content, of: bytes)
            case "free", "skip": add(filling: box.content, of: bytes)
            case "iinf": read(list: box.content, items, of: bytes)
            case "iprp": read(properties: box.content, of: bytes)
            case "uuid" where bytes.u32(at: box.content.lowerBound) == 0xD8FE_C3D6:
                add(credentials: box.content, of: bytes, behind: Self.headOfCredentials)
            default: add(name, block: box.content, of: bytes)
            }
        }
    }

    /// The items that are no part of a picture.
    private mutating func read(list: Range<Int>, _ items: ISOBoxes, of bytes: Span<UInt8>) {
        let entries = ISOBoxes(in: list.dropFirst(bytes.byte(at: list.lowerBound) == 0 ? 6 : 8), of: bytes)
        if entries.isCut || entries.boxes.count >= 1024 { isDamaged = true }
        var others = 0
        for entry in entries.boxes {
            let start = entry.content.lowerBound
            guard entry.isNamed("infe", in: bytes), let version = bytes.byte(at: start), version >= 2 else {
                isDamaged = true
                continue
            }
            let width = version == 2 ? 2 : 4
            let type = bytes.name(at: start + 6 + width)
            // Other pictures than the one that is decoded are found by ``ImageHeader/hasMore(in:)``.
            if ["hvc1", "av01", "avc1", "jpeg", "j2k1", "unci", "grid", "iovl", "iden", "tmap"].contains(type) {
                continue
            }
            others += 1
            guard others <= 64, let item = bytes.integer(at: start + 4, width: width),
                let pieces = ISOItems.pieces(of: item, in: items, of: bytes)
            else {
                isDamaged = true
                continue
            }
            guard spend(pieces.reduce(0) { $0 + $1.count }) else { return }
            let data = pieces.reduce(into: [UInt8]()) { $0 += bytes.copy($1) }
            let names = bytes.text(min(start + 10 + width, entry.content.upperBound)..<entry.content.upperBound)
            if type == "Exif", data.count > 4, let distance = data.span.u32(at: 0), distance + 4 < data.count {
                read(exif: 4 + distance..<data.count, of: data.span)
            } else if type == "mime", names.contains("rdf+xml") {
                add(packet: data)
            } else {
                add("item \(type)", block: 0..<data.count, of: data.span)
            }
        }
    }

    private mutating func read(properties: Range<Int>, of bytes: Span<UInt8>) {
        guard let list = ISOBoxes(in: properties, of: bytes).first("ipco", of: bytes) else { return }
        let boxes = ISOBoxes(in: list, of: bytes)
        if boxes.isCut || boxes.boxes.count >= 1024 { isDamaged = true }
        for box in boxes.boxes {
            let name = bytes.name(at: box.name)
            switch name {
            case "ispe", "pixi", "hvcC", "lhvC", "av1C", "avcC", "jpgC", "j2kH", "colr", "irot", "imir", "clap", "pasp",
                "auxC", "lsel", "a1op", "a1lx", "rloc", "cclv", "mdcv", "clli", "amve", "rref", "tols", "oinf":
                break
            case "free": add(filling: box.content, of: bytes)
            // Languages, names and descriptions, each with a NUL behind it.
            case "udes", "altt":
                let texts = bytes.copy(box.content.dropFirst(4)).split(separator: 0).map { String(anyBytes: Array($0)) }
                add(words: name, texts.joined(separator: " "))
            default: add("property \(name)", block: box.content, of: bytes)
            }
        }
    }

    /// The bytes of `mdat` that belong to no item.
    private mutating func add(beside pieces: [Range<Int>], _ content: Range<Int>, of bytes: Span<UInt8>) {
        var position = content.lowerBound
        for piece in pieces.sorted(by: { $0.lowerBound < $1.lowerBound }) where piece.upperBound > position {
            if piece.lowerBound >= content.upperBound { break }
            if piece.lowerBound > position { add(filling: position..<piece.lowerBound, of: bytes) }
            position = piece.upperBound
        }
        if position < content.upperBound { add(filling: position..<content.upperBound, of: bytes) }
    }

    /// A place that ought to be empty.
    private mutating func add(filling range: Range<Int>, of bytes: Span<UInt8>) {
        if notes == nil, bytes.extracting(range).hasContent(from: 0) { add("filling", block: range, of: bytes) }
    }
}
