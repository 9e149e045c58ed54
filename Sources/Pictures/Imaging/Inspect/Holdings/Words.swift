/// Names that formats give the same words, and words that programs write by themselves.
enum Words {
    /// IPTC-IIM, record 2: the names that XMP has for its data sets.
    static let iptc: [Int: String] = [
        5: "dc:title", 7: "Status", 10: "Urgency", 15: "photoshop:Category", 20: "photoshop:SupplementalCategories",
        25: "dc:subject", 40: "photoshop:Instructions", 80: "dc:creator", 85: "photoshop:AuthorsPosition",
        90: "photoshop:City", 92: "Iptc4xmpCore:Location", 95: "photoshop:State", 100: "Iptc4xmpCore:CountryCode",
        101: "photoshop:Country", 103: "photoshop:TransmissionReference", 105: "photoshop:Headline",
        110: "photoshop:Credit", 115: "photoshop:Source", 116: "dc:rights", 120: "dc:description",
        122: "photoshop:CaptionWriter",
    ]

    /// The keywords of PNG text.
    static let png: [String: String] = [
        "Title": "dc:title", "Author": "dc:creator", "Description": "dc:description", "Copyright": "dc:rights",
        "Comment": comment, "Keywords": "dc:subject",
    ]

    /// Tags of EXIF with text; those of Windows (0x9C9B and above) are UTF-16.
    static let exif: [Int: String] = [
        0x010D: "DocumentName", 0x010E: "dc:description", 0x011D: "PageName", 0x013B: "dc:creator",
        0x8298: "dc:rights", 0x9C9B: "dc:title", 0x9C9C: comment, 0x9C9D: "dc:creator", 0x9C9E: "dc:subject",
        0x9C9F: "XPSubject",
    ]

    /// Comments of all formats.
    static let comment = "comment"

    /// Text of PNG that programs write by themselves.
    static let ignoredPNG: Set<String> = [
        "Software", "date:create", "date:modify", "date:timestamp", "signature", "Thumb::URI", "Thumb::MTime",
        "Thumb::Size", "Thumb::Mimetype", "Thumb::Document::Pages", "Thumb::Image::Width", "Thumb::Image::Height",
    ]

    /// Comments with the name of a program and no more.
    static func isOfEncoder(_ text: String) -> Bool {
        if ["LEAD Technologies Inc. V1.01", "AppleMark", "Intel(R) JPEG Library", "Handmade Software, Inc."].contains(
            where: text.hasPrefix)
        {
            return text.utf8.count < 80
        }
        guard text.utf8.count < 120, !text.contains("\n") else { return false }
        return [
            "CREATOR: gd-jpeg", "Lavc", "File written by Adobe Photoshop", "Created with GIMP",
            "Created with The GIMP", "Optimized by JPEGmini", "Compressed by jpeg-recompress", "Created with ezgif.com",
        ].contains { text.hasPrefix($0) && text.dropFirst($0.count).isShortVersion }
    }
}

extension StringProtocol {
    /// The rest of the name of a program: a version and settings, such as "v1.0 (using IJG JPEG v62), quality = 90".
    fileprivate var isShortVersion: Bool {
        let known: Set<String> = [
            "using", "ijg", "jpeg", "quality", "default", "v", "on", "a", "mac", "gif", "maker", "video", "to",
        ]
        return lowercased().split { !$0.isLetter }.allSatisfy { known.contains(String($0)) }
    }
}
