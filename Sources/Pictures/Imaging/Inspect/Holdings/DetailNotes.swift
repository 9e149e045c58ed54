import Essentials

/// Collects the details of a picture while its blocks are walked: EXIF first, then IPTC, then XMP, of which the later ones
/// say the words of people more exactly.
struct DetailNotes {
    /// The fields that name a time, best first.
    enum TimeSource: Int {
        /// Of the picture itself.
        case taken
        /// Of the work, which a person may have entered.
        case created
        /// Of the file, by a camera or a scanner.
        case digitized
    }

    /// A region of the picture that somebody marked.
    private struct Region {
        var name: String?
        var kind: String?
    }

    private var times: [TimeSource: Date] = [:]
    private var maker: String?
    private var model: String?
    private var regions: [String: Region] = [:]
    private var words = PictureDetails()
    /// Marks of rights and origin.
    var rights = RightsNotes()
    var lens: String?
    var place: PictureDetails.Place?

    /// The most values of a list, and bytes of one.
    private static let most = (values: 256, bytes: 256)
    /// The most bytes of a text.
    private static let longestText = 8192

    /// The lists and texts of people, by the names that ``Words`` gives them.
    mutating func add(words path: String, _ text: String) {
        rights.add(path, text)
        switch path {
        case "dc:subject": add(text, to: \.keywords)
        case "Iptc4xmpExt:PersonInImage": add(text, to: \.people)
        case "dc:title", "photoshop:Headline":
            if path == "dc:title" || words.headline == nil { words.headline = text.cut(Self.longestText) }
        case "dc:description": if !Self.isOfCamera(text) { words.caption = text.cut(Self.longestText) }
        case "xmp:Rating": rate(Double(text))
        // Percents: 1, 25, 50, 75 and 99.
        case "MicrosoftPhoto:Rating": if words.rating == nil { rate(Double(text).map { ($0 / 25).rounded() + 1 }) }
        case _ where path.hasPrefix("mwg-rs:Regions/") || path.hasPrefix("MP:RegionInfo/"): add(region: path, text)
        case _ where path.hasPrefix("dc:title/@"):
            if words.headline == nil { words.headline = text.cut(Self.longestText) }
        case _ where path.hasPrefix("dc:description/@"):
            if words.caption == nil { words.caption = text.cut(Self.longestText) }
        default: break
        }
    }

    private mutating func rate(_ stars: Double?) {
        guard let stars, (-1...5).contains(stars), stars != 0 else { return }
        words.rating = Int(stars.rounded())
    }

    private mutating func add(_ text: String, to list: WritableKeyPath<PictureDetails, [String]>) {
        guard words[keyPath: list].count < Self.most.values, text.utf8.count <= Self.most.bytes,
            !words[keyPath: list].contains(text)
        else { return }
        words[keyPath: list].append(text)
    }

    /// A member of a region: its name or its kind, such as `Face`.
    private mutating func add(region path: String, _ text: String) {
        guard let end = path.lastIndex(of: "/"), regions.count < Self.most.values else { return }
        switch path[path.index(after: end)...] {
        case "mwg-rs:Name", "MPReg:PersonDisplayName": regions[String(path[..<end]), default: Region()].name = text
        case "mwg-rs:Type": regions[String(path[..<end]), default: Region()].kind = text
        default: break
        }
    }

    /// A tag of the camera: 0x010F, its maker, or 0x0110, its model.
    mutating func add(camera tag: Int, _ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.most.bytes else { return }
        if tag == 0x010F { maker = maker ?? text } else { model = model ?? text }
    }

    mutating func add(time text: String, _ source: TimeSource) {
        if times[source] == nil { times[source] = Date(clock: text) }
    }

    /// The descriptions that cameras write into every picture.
    private static func isOfCamera(_ text: String) -> Bool {
        let defaults: Set = [
            "OLYMPUS DIGITAL CAMERA", "SONY DSC", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
            "SAMSUNG DIGITAL CAMERA", "DIGITAL CAMERA", "EXIF_JPEG_PICTURE",
        ]
        return defaults.contains(text.uppercased())
    }

    var details: PictureDetails {
        var details = words
        details.taken = times[.taken] ?? times[.created] ?? times[.digitized]
        details.camera = camera
        details.lens = lens.flatMap { ["", "----"].contains($0) ? nil : $0.cut(Self.most.bytes) }
        details.place = place.flatMap { place in
            let isSignal = place.latitude != 0 || place.longitude != 0
            return isSignal && abs(place.latitude) <= 90 && abs(place.longitude) <= 180 ? place : nil
        }
        for (_, region) in regions.sorted(by: { $0.key < $1.key }) where region.kind.map({ $0 == "Face" }) ?? true {
            guard let name = region.name, !details.people.contains(name) else { continue }
            if details.people.count < Self.most.values { details.people.append(name) }
        }
        return details
    }

    /// Makers repeat their name in the model, some in another form: `NIKON CORPORATION` and `NIKON D750`.
    private var camera: String? {
        guard let maker, let model else { return model ?? maker }
        let first = maker.split(separator: " ").first ?? ""
        return model.lowercased().hasPrefix(first.lowercased()) ? model : "\(maker) \(model)"
    }
}

extension String {
    /// The characters within so many bytes.
    func cut(_ bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var length = 0
        return String(
            prefix {
                length += $0.utf8.count
                return length <= bytes
            })
    }
}

extension Date {
    /// The digits of a clock as if they were UTC: `2024:08:31 22:15:00` of EXIF, `2024-08-31T22:15+02:00` of XMP, and
    /// `20240831221500+0200` of IPTC. Nil without a whole day of the calendar; a time that no clock shows is midnight.
    init?(clock text: String) {
        var digits: [Int] = []
        for (place, byte) in text.utf8.enumerated() {
            if (0x30...0x39).contains(byte) {
                digits.append(Int(byte) - 0x30)
            } else if digits.count >= 12 && byte != 0x3A || place > 24 {
                break
            }
            if digits.count == 14 { break }
        }
        func number(_ places: Range<Int>) -> Int? {
            places.upperBound <= digits.count ? digits[places].reduce(0) { 10 * $0 + $1 } : nil
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), year >= 1800,
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // The days from 1970 on, of years that begin in March (H. Hinnant, "chrono-compatible low-level date algorithms").
        func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
            let shifted = month > 2 ? year : year - 1
            let (era, ofEra) = (shifted / 400, shifted % 400)
            let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        }
        let isDay = day <= days(month == 12 ? year + 1 : year, month % 12 + 1, 1) - days(year, month, 1)
        guard isDay else { return nil }
        var seconds = 0
        if let hour = number(8..<10), let minute = number(10..<12), hour < 24, minute < 60 {
            seconds = hour * 3600 + minute * 60 + min(number(12..<14) ?? 0, 59)
        }
        self.init(timeIntervalSince1970: Double(days(year, month, day) * 86400 + seconds))
    }
}
