/// The gain map of a JPEG as its file holds it: a JPEG of its own behind the picture.
struct GainMapPicture {
    /// Its bytes in the file.
    let place: Range<Int>
    let header: ImageHeader
    let values: Values

    /// The segments that tell the range, the curve and the offsets of a map, whatever its size; without the marker and
    /// the length.
    struct Values {
        /// XMP in Adobe's namespace `hdr-gain-map`, with the values alone.
        var xmp: [UInt8]?
        /// The segment of ISO 21496-1, annex C.
        var iso21496: [UInt8]?
    }

    /// Finds the map by the list of pictures (MPF) of the file, or else by the lengths in its XMP. Nil where neither leads
    /// to a map with its values, no larger than the picture, or where only Apple's values are known.
    init?(in bytes: Span<UInt8>, beside picture: ImageHeader, limits: Limits) {
        guard picture.format == .jpeg, picture.gainMap == .ultraHDR || picture.gainMap == .iso21496 else { return nil }
        let signs = JPEGGainMap(ofPictureAt: 0, in: bytes)
        for other in signs.otherPictures(in: bytes) {
            guard let place = bytes.range(at: other.place, length: other.length),
                let map = GainMapPicture(at: place, in: bytes, beside: picture, limits)
            else { continue }
            self = map
            return
        }
        guard let place = signs.mapBeforeEnd(of: bytes),
            let map = GainMapPicture(at: place, in: bytes, beside: picture, limits)
        else { return nil }
        self = map
    }

    private init?(at place: Range<Int>, in bytes: Span<UInt8>, beside picture: ImageHeader, _ limits: Limits) {
        let file = bytes.extracting(place)
        values = Values(JPEGGainMap(ofPictureAt: 0, in: file), in: file)
        guard values.xmp != nil || values.iso21496 != nil, let header = try? inspect(file, limits: limits),
            header.format == .jpeg, header.components != 4,
            header.storedSize.width <= picture.storedSize.width, header.storedSize.height <= picture.storedSize.height
        else { return nil }
        self.place = place
        self.header = header
    }

    /// The bytes that the map takes for outputs of these products, at the same time as the picture.
    func heldBytes(outputs: [Product]) -> Int {
        let pixels = min(header.storedSize.pixelCount, Int.max / 1024)
        let products = outputs.reduce(0) { $0 + min($1.size.pixelCount, pixels) }
        // The map as it is decoded and turned, and one for each output.
        return header.decodedBytes + 3 * (2 * pixels + products)
    }
}

extension GainMapPicture.Values {
    /// Picks the segments with values: the picture itself has others, which only tell that there is a map.
    fileprivate init(_ signs: JPEGGainMap, in file: Span<UInt8>) {
        for packet in signs.packets where xmp == nil {
            guard file.extracting(packet).contains("http://ns.adobe.com/hdr-gain-map/1.0/") else { continue }
            xmp = GainMapValues(String(decoding: file.copy(packet), as: UTF8.self))?.packet
        }
        // The name and two numbers of the version.
        if let segment = signs.iso21496, segment.count > 28 + 4 { iso21496 = file.copy(segment) }
    }
}

extension JPEGGainMap {
    /// The bytes of the map by the lengths that the XMP of the picture gives those behind it, which end with the file
    /// (`Container:Directory`, Ultra HDR image format 1.1).
    fileprivate func mapBeforeEnd(of bytes: Span<UInt8>) -> Range<Int>? {
        for packet in packets {
            let text = String(decoding: bytes.copy(packet), as: UTF8.self)
            var end = bytes.count
            for item in text.split(separator: "<Container:Item").dropFirst().reversed() {
                guard let length = item.value(of: "Item:Length").flatMap({ Int($0) }), (1..<end).contains(length) else {
                    break
                }
                if item.value(of: "Item:Semantic") == "GainMap" { return (end - length)..<end }
                end -= length
            }
        }
        return nil
    }
}

extension Substring {
    /// The value of an attribute of XML, or the text of an element without others in it; nil without either.
    fileprivate func value(of name: String) -> Substring? {
        guard let place = firstRange(of: name) else { return nil }
        let value = self[place.upperBound...].drop { "=\"'> \n\r\t".contains($0) }
        return value.prefix { !"\"'< \n\r\t".contains($0) }
    }
}
