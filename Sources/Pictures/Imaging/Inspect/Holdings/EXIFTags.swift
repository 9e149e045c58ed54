/// The tags of TIFF and EXIF that say nothing about the photo: the form of the pixels, and what programs write by
/// themselves.
enum EXIFTags {
    /// Tags of a directory of TIFF 6.0 and its supplements that describe how the pixels are stored, directories below,
    /// and the program that wrote the file.
    static func isStructure(_ tag: Int) -> Bool { structure.contains(tag) }

    private static let structure: Set<Int> = Set(254...259).union(262...266).union([273, 274]).union(277...284)
        .union(286...293).union([296, 297, 301]).union(317...322).union(323...330)
        .union([332, 334, 336, 338, 339, 340, 341, 342, 343, 347]).union(512...521).union(529...532)
        .union([559, 34665, 34853]).union([0x000B, 0x0131, 0x0132, 0x013C, 0xC4A5, 0xEA1C, 0xEA1D])

    /// Tags of the directory of the photo: versions of the standard, the sides and the space of the pixels, fractions of
    /// seconds and zones of the times, filling.
    static let ofPrograms: Set<Int> = [
        0x0131, 0x0132, 0x9000, 0x9010, 0x9011, 0x9012, 0x9101, 0x9290, 0x9291, 0x9292, 0xA000, 0xA001, 0xA002, 0xA003,
        0xA005, 0xA500, 0xEA1C, 0xEA1D,
    ]

    static let lensModel = 0xA434

    /// The names that XMP has for tags of EXIF; those of the place are 65,536 higher. In a file with both, XMP repeats
    /// what EXIF says (XMP specification, part 3).
    static let xmp: [String: Int] = [
        "tiff:Make": 0x010F, "tiff:Model": 0x0110, "exif:ExposureTime": 0x829A, "exif:FNumber": 0x829D,
        "exif:ExposureProgram": 0x8822, "exif:SpectralSensitivity": 0x8824, "exif:ISOSpeedRatings": 0x8827,
        "exif:OECF": 0x8828, "exif:CompressedBitsPerPixel": 0x9102, "exif:ShutterSpeedValue": 0x9201,
        "exif:ApertureValue": 0x9202, "exif:BrightnessValue": 0x9203, "exif:ExposureBiasValue": 0x9204,
        "exif:MaxApertureValue": 0x9205, "exif:SubjectDistance": 0x9206, "exif:MeteringMode": 0x9207,
        "exif:LightSource": 0x9208, "exif:Flash": 0x9209, "exif:FocalLength": 0x920A, "exif:SubjectArea": 0x9214,
        "exif:FlashEnergy": 0xA20B, "exif:SpatialFrequencyResponse": 0xA20C, "exif:FocalPlaneXResolution": 0xA20E,
        "exif:FocalPlaneYResolution": 0xA20F, "exif:FocalPlaneResolutionUnit": 0xA210, "exif:SubjectLocation": 0xA214,
        "exif:ExposureIndex": 0xA215, "exif:SensingMethod": 0xA217, "exif:FileSource": 0xA300,
        "exif:SceneType": 0xA301, "exif:CFAPattern": 0xA302, "exif:CustomRendered": 0xA401,
        "exif:ExposureMode": 0xA402, "exif:WhiteBalance": 0xA403, "exif:DigitalZoomRatio": 0xA404,
        "exif:FocalLengthIn35mmFilm": 0xA405, "exif:SceneCaptureType": 0xA406, "exif:GainControl": 0xA407,
        "exif:Contrast": 0xA408, "exif:Saturation": 0xA409, "exif:Sharpness": 0xA40A,
        "exif:DeviceSettingDescription": 0xA40B, "exif:SubjectDistanceRange": 0xA40C, "exif:ImageUniqueID": 0xA420,
        "exifEX:PhotographicSensitivity": 0x8827, "exifEX:SensitivityType": 0x8830,
        "exifEX:RecommendedExposureIndex": 0x8832, "exifEX:BodySerialNumber": 0xA431,
        "exifEX:LensSpecification": 0xA432, "exifEX:LensMake": 0xA433, "exifEX:LensModel": 0xA434,
        "exifEX:LensSerialNumber": 0xA435, "aux:Lens": 0xA434, "aux:LensInfo": 0xA432, "aux:SerialNumber": 0xA431,
        "exif:GPSAltitude": 65536 + 6, "exif:GPSAltitudeRef": 65536 + 5, "exif:GPSTimeStamp": 65536 + 7,
        "exif:GPSSatellites": 65536 + 8, "exif:GPSStatus": 65536 + 9, "exif:GPSMeasureMode": 65536 + 10,
        "exif:GPSDOP": 65536 + 11, "exif:GPSSpeedRef": 65536 + 12, "exif:GPSSpeed": 65536 + 13,
        "exif:GPSTrackRef": 65536 + 14, "exif:GPSTrack": 65536 + 15, "exif:GPSImgDirectionRef": 65536 + 16,
        "exif:GPSImgDirection": 65536 + 17, "exif:GPSMapDatum": 65536 + 18, "exif:GPSDestBearingRef": 65536 + 23,
        "exif:GPSDestBearing": 65536 + 24, "exif:GPSProcessingMethod": 65536 + 27,
        "exif:GPSAreaInformation": 65536 + 28,
    ]
}

extension TIFFField {
    /// The bytes of all values.
    var length: Int {
        let (length, isTooLong) = count.multipliedReportingOverflow(by: Self.width(of: type))
        return isTooLong ? .max : length
    }

    /// Value `index` of a field of fractions; nil for others, and without a denominator.
    func fraction(_ index: Int, in bytes: Span<UInt8>) -> Double? {
        guard type == 5, index < count, let above = bytes.u32(at: offset + 8 * index, order),
            let below = bytes.u32(at: offset + 8 * index + 4, order), below > 0
        else { return nil }
        return Double(above) / Double(below)
    }
}

extension TIFFDirectory {
    /// The end of the last strip or tile, or of the JPEG picture, that this tag names; 0 for other tags.
    func endOfPixels(_ tag: Int, _ field: TIFFField?, of bytes: Span<UInt8>) -> Int {
        let lengths: Int? = [273: 279, 324: 325, 513: 514][tag]
        guard let field, let lengths, let others = self.field(lengths, in: bytes) else { return 0 }
        var end = 0
        for index in 0..<min(field.count, others.count, 1 << 20) {
            guard let offset = field.integer(index, in: bytes), let length = others.integer(index, in: bytes) else {
                return end
            }
            end = max(end, offset + length)
        }
        return end
    }
}

extension Span where Element == UInt8 {
    /// The UTF-16 text of a part, without NUL.
    func wideText(_ range: Range<Int>, _ order: ByteOrder) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound - 1, by: 2)
            .compactMap { u16(at: $0, order).map { UInt16($0) } }
        return String(decoding: units.filter { $0 > 0 }, as: UTF16.self)
    }
}
