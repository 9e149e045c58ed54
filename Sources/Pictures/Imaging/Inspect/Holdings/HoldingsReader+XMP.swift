extension HoldingsReader {
    /// Reads a packet. One that is no XMP counts as a whole.
    mutating func read(xmp bytes: [UInt8]) {
        guard bytes.span.hasContent(from: 0) else { return }
        guard let packet = XMPPacket(bytes) else {
            add(.words, "xmp", bytes)
            return
        }
        notes?.rights.source = .xmp
        var sides: [String: String] = [:]
        for property in packet.properties {
            let name = property.path.split(separator: "/").first.map(String.init) ?? ""
            switch name {
            case _ where XMPNames.ofPrograms.contains(name): break
            case "exif:DateTimeOriginal": add(time: property.value, .taken)
            case "photoshop:DateCreated": add(time: property.value, .created)
            case "exif:DateTimeDigitized", "xmp:CreateDate": add(time: property.value, .digitized)
            case "exif:GPSLatitude", "exif:GPSLongitude": sides[name] = property.value
            case "tiff:Make", "tiff:Model":
                notes?.add(camera: EXIFTags.xmp[name] ?? 0, property.value)
                add(.camera, "\(EXIFTags.xmp[name] ?? 0)", property.value.utf8)
            case "xmp:Rating", "MicrosoftPhoto:Rating":
                if Double(property.value) != 0 { add(words: name, property.value) }
            case "photoshop:SupplementalCategories", "dc:subject", "dc:creator", "dc:description", "dc:title",
                "dc:rights":
                add(words: property.path, property.value)
            case "exif:UserComment": add(words: Words.comment, property.value)
            case "tiff:ImageDescription": add(words: "dc:description", property.value)
            case "tiff:Artist", "tiff:Copyright":
                notes?.rights.source = .mirror
                add(words: name == "tiff:Artist" ? "dc:creator" : "dc:rights", property.value)
                notes?.rights.source = .xmp
            case _ where name.hasPrefix("GDepth:") || name.hasPrefix("GImage:") || name.hasPrefix("GAudio:"):
                add(.pictures, property.path, property.value.utf8)
            default: read(mirror: name, property)
            }
        }
        if let latitude = sides["exif:GPSLatitude"], let longitude = sides["exif:GPSLongitude"] {
            let place = Self.place(latitude, longitude)
            if let place, notes?.place == nil { notes?.place = place }
            add(.place, "at", (place.map(Coordinates.text) ?? "\(latitude) \(longitude)").utf8)
        } else {
            for (name, value) in sides { add(.place, name, value.utf8) }
        }
    }

    /// Facts of a camera, unless EXIF has said the same; all other properties are words.
    private mutating func read(mirror name: String, _ property: XMPPacket.Property) {
        guard name.hasPrefix("exif:") || name.hasPrefix("tiff:") || name.hasPrefix("exifEX:") || name.hasPrefix("aux:")
        else {
            add(words: property.path, property.value)
            return
        }
        let tag = EXIFTags.xmp[name]
        if tag == EXIFTags.lensModel, notes?.lens == nil { notes?.lens = property.value }
        if let tag, exifTags.contains(tag) { return }
        add(tag.map { $0 > 65535 } ?? false ? .place : .camera, property.path, property.value.utf8)
    }

    /// Degrees and minutes such as "51,30.5N", or with seconds "51,30,30N", as EXIF has the same place.
    private static func place(_ latitude: String, _ longitude: String) -> PictureDetails.Place? {
        let degrees = [latitude, longitude].map { text -> Double? in
            guard let direction = text.last, "NSEW".contains(direction) else { return Double(text) }
            let parts = text.dropLast().split(separator: ",").map { Double($0) }
            guard !parts.isEmpty, parts.count <= 3, !parts.contains(nil) else { return nil }
            let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + ($1.0 ?? 0) / $1.1 }
            return "SW".contains(direction) ? -sum : sum
        }
        guard let first = degrees[0], let second = degrees[1] else { return nil }
        return PictureDetails.Place(latitude: first, longitude: second)
    }
}

/// The properties of XMP that programs write by themselves.
enum XMPNames {
    static let ofPrograms: Set<String> = [
        "xmp:ModifyDate", "xmp:MetadataDate", "xmp:CreatorTool", "xmp:Thumbnails", "xmpMM:InstanceID",
        "xmpMM:DocumentID", "xmpMM:OriginalDocumentID", "xmpMM:History", "xmpMM:DerivedFrom", "xmpNote:HasExtendedXMP",
        "dc:format", "photoshop:ColorMode", "photoshop:ICCProfile", "photoshop:LegacyIPTCDigest", "tiff:Orientation",
        "tiff:ImageWidth", "tiff:ImageLength", "tiff:BitsPerSample", "tiff:Compression",
        "tiff:PhotometricInterpretation", "tiff:SamplesPerPixel", "tiff:PlanarConfiguration", "tiff:XResolution",
        "tiff:YResolution", "tiff:ResolutionUnit", "tiff:YCbCrSubSampling", "tiff:YCbCrPositioning",
        "tiff:YCbCrCoefficients", "tiff:WhitePoint", "tiff:PrimaryChromaticities", "tiff:ReferenceBlackWhite",
        "tiff:TransferFunction", "tiff:Software", "tiff:DateTime", "tiff:NativeDigest", "exif:NativeDigest",
        "exif:ColorSpace", "exif:ExifVersion", "exif:FlashpixVersion", "exif:PixelXDimension", "exif:PixelYDimension",
        "exif:ComponentsConfiguration", "exif:GPSVersionID", "exifEX:Gamma",
    ]
}
