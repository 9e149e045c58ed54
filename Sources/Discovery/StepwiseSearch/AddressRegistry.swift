internal import SearchAPI
internal import StepwiseAPI

/// The tables of Japan's Address Base Registry, in the form in which the Digital Agency publishes them: prefectures,
/// municipalities, towns, blocks with house numbers, and the positions of all of them.
///
/// Ids follow from the codes of the registry: `jp`, `30` (prefecture), `302015` (municipality), `302015-0023` (town),
/// `302015-0023001` (chome or aza), `302015-0023001-001-002` (block and house). They stay when the data is loaded again.
struct AddressRegistry {
    /// A table of the registry. They are read in this order, whatever the order of the files.
    enum Table: Int, Comparable {
        case prefectures, municipalities, towns, houses, positions

        /// The table with these columns; nil for another form of data.
        init?(columns: Set<String>) {
            guard columns.contains("lg_code") else { return nil }
            switch columns {
            case _ where columns.isSuperset(of: ["machiaza_id", "blk_id", "rsdt_id", "blk_num", "rsdt_num"]):
                self = .houses
            case _ where columns.isSuperset(of: ["machiaza_id", "oaza_cho", "chome", "koaza"]): self = .towns
            case _ where columns.isSuperset(of: ["pref", "city", "ward", "county"]): self = .municipalities
            case _ where columns.contains("pref") && !columns.contains("city"): self = .prefectures
            // Lots are not loaded.
            case _ where columns.isSuperset(of: ["rep_lat", "rep_lon"]) && !columns.contains("prc_id"):
                self = .positions
            default: return nil
            }
        }

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    fileprivate struct Line {
        var cells: [String: String]
        var place: StepWriter.Place

        /// A cell; empty for an unknown column.
        subscript(_ column: String) -> String { cells[column] ?? "" }
    }

    /// The columns that are read; the others are not kept.
    static let columns: Set<String> = [
        "lg_code", "pref", "pref_kana", "pref_roma", "county", "county_kana", "county_roma", "city", "city_kana",
        "city_roma", "ward", "ward_kana", "ward_roma", "machiaza_id", "oaza_cho", "oaza_cho_kana", "oaza_cho_roma",
        "chome", "chome_kana", "chome_number", "koaza", "koaza_kana", "koaza_roma", "blk_id", "blk_num", "rsdt_id",
        "rsdt_num", "rsdt2_id", "rsdt_num2", "ablt_date", "rep_lat", "rep_lon", "rep_srid",
    ]

    private let writer: StepWriter
    private var hasCountry = false
    private var municipalities: [Line] = []
    private var towns: [Line] = []
    private var areTownsWritten = false
    /// Towns by the first part of their codes, with the chome or aza below them.
    private var parted: Set<String> = []

    init(_ writer: StepWriter) { self.writer = writer }

    mutating func add(_ cells: [String: String], of table: Table, at place: StepWriter.Place) throws(SearchError) {
        let line = Line(cells: cells, place: place)
        guard line["ablt_date"].isEmpty else { return }
        try locate(line)
        if table > .municipalities { try writeMunicipalities() }
        if table > .towns { try writeTowns() }
        switch table {
        case .prefectures: try addPrefecture(line)
        case .municipalities: municipalities.append(line)
        case .towns: towns.append(line)
        case .houses: try addHouse(line)
        case .positions: break
        }
    }

    mutating func finish() throws(SearchError) {
        try writeMunicipalities()
        try writeTowns()
    }

    /// Reads the position of a row, in its own table or beside the names. JGD2011 and JGD2000 are WGS 84 up to a meter.
    private func locate(_ line: Line) throws(SearchError) {
        if line["rep_lat"].isEmpty, line["rep_lon"].isEmpty { return }
        guard let latitude = Double(line["rep_lat"]), let longitude = Double(line["rep_lon"]) else {
            throw writer.fault(
                line.place, "rep_lat is '\(line["rep_lat"])' and rep_lon '\(line["rep_lon"])'; both must be degrees")
        }
        guard ["", "EPSG:6668", "EPSG:4612", "EPSG:4326"].contains(line["rep_srid"]) else {
            throw writer.fault(
                line.place, "rep_srid is '\(line["rep_srid"])'; it must be EPSG:6668, EPSG:4612 or EPSG:4326")
        }
        let coordinate = Candidate.Coordinate(latitude: latitude, longitude: longitude)
        for id in line.ids { try writer.locate(id, at: coordinate, line.place) }
    }

    private mutating func addPrefecture(_ line: Line) throws(SearchError) {
        if !hasCountry {
            var country = StepRow(id: "jp", parent: nil, level: .country, label: "日本")
            country.labels = ["en": "Japan"]
            country.reading = "ニホン"
            country.names = ["Nippon", "Nihon"]
            country.needsMore = true
            try writer.add(country, at: line.place)
            hasCountry = true
        }
        var row = StepRow(id: String(line["lg_code"].prefix(2)), parent: "jp", level: .prefecture, label: line["pref"])
        row.name(line, "pref")
        // The registry has the bare name in Latin letters, which is that of a city or a county as well.
        if let romaji = row.labels["en"], ["県", "府"].contains(line["pref"].suffix(1)) {
            row.labels["en"] = romaji + " Prefecture"
            row.names.append(romaji)
        }
        row.order = line["lg_code"]
        row.needsMore = true
        try writer.add(row, at: line.place)
    }

    /// The wards of a large city stand for the city, which is left out.
    private mutating func writeMunicipalities() throws(SearchError) {
        func city(_ line: Line) -> String { line["pref"] + "/" + line["county"] + "/" + line["city"] }
        let divided = Set(municipalities.filter { !$0["ward"].isEmpty }.map(city))
        for line in municipalities where !line["ward"].isEmpty || !divided.contains(city(line)) {
            let code = line["lg_code"]
            let parts = ["county", "city", "ward"]
            var row = StepRow(
                id: code, parent: String(code.prefix(2)), level: .municipality, label: parts.map { line[$0] }.joined())
            row.reading = parts.map { line[$0 + "_kana"] }.joined().orNil
            let romaji = parts.map { line[$0 + "_roma"] }.filter { !$0.isEmpty }
            if !romaji.isEmpty { row.labels["en"] = romaji.joined(separator: " ") }
            // A ward or a town is looked for without its city or county, too.
            for part in parts where parts.contains(where: { $0 != part && !line[$0].isEmpty }) {
                row.names += [line[part], line[part + "_kana"], line[part + "_roma"]].filter { !$0.isEmpty }
            }
            row.order = code
            row.needsMore = true
            try writer.add(row, at: line.place)
        }
        municipalities = []
    }

    private static func key(_ line: Line) -> String { line["lg_code"] + "-" + line["machiaza_id"].prefix(4) }

    private mutating func writeTowns() throws(SearchError) {
        guard !areTownsWritten else { return }
        areTownsWritten = true
        for line in towns {
            guard line["machiaza_id"].utf8.count == 7 else {
                throw writer.fault(line.place, "machiaza_id is '\(line["machiaza_id"])'; it must have 7 digits")
            }
            if line.isPart { parted.insert(Self.key(line)) }
        }
        // Readings and letters are missing in some of the rows of a town.
        var names: [String: [String: String]] = [:]
        for line in towns {
            for column in ["oaza_cho_kana", "oaza_cho_roma"] where !line[column].isEmpty {
                names[Self.key(line), default: [:]][column] = line[column]
            }
        }
        var known: Set<String> = []
        for line in towns {
            let key = Self.key(line)
            // Without a town, its parts lie directly below the municipality.
            let hasTown = !line["oaza_cho"].isEmpty
            if hasTown, known.insert(key).inserted {
                let whole = Line(cells: line.cells.merging(names[key] ?? [:]) { $1 }, place: line.place)
                try writer.add(town(whole), at: line.place)
            }
            let id = line["lg_code"] + "-" + line["machiaza_id"]
            guard line.isPart || !hasTown || parted.contains(key), known.insert(id).inserted else { continue }
            try writer.add(part(line, id: id, parent: hasTown ? key : line["lg_code"]), at: line.place)
        }
        towns = []
    }

    private func town(_ line: Line) -> StepRow {
        var row = StepRow(id: Self.key(line), parent: line["lg_code"], level: .town, label: line["oaza_cho"])
        row.name(line, "oaza_cho")
        row.order = row.readingOrder
        return row
    }

    /// A chome, an aza, or the option of neither.
    private func part(_ line: Line, id: String, parent: String) -> StepRow {
        if !line["koaza"].isEmpty {
            // One row of the registry has both.
            var row = StepRow(id: id, parent: parent, level: .aza, label: line["chome"] + line["koaza"])
            row.name(line, "koaza")
            row.reading = (line["chome_kana"] + line["koaza_kana"]).orNil
            let reading = line["koaza_kana"].withoutPrefix("アザ")
            row.names += [line["koaza"].withoutPrefix("字"), reading, reading.romanized ?? ""].filter { !$0.isEmpty }
            row.order = "2" + line["machiaza_id"]
            return row
        }
        if !line["chome"].isEmpty {
            var row = StepRow(id: id, parent: parent, level: .chome, label: line["chome"])
            row.reading = line["chome_kana"].orNil
            let number = line["chome_number"]
            if !number.isEmpty {
                row.labels["en"] = "\(number) chome"
                row.names = [number]
            }
            row.order = "1" + (number.isEmpty ? line["chome"] : number).naturalOrder
            return row
        }
        let isTown = parent != line["lg_code"]
        var row = StepRow(id: id, parent: parent, level: isTown ? .chome : .town, label: isTown ? "丁目・字なし" : "町名なし")
        row.labels["en"] = isTown ? "No chome" : "No town"
        row.reading = isTown ? "チョウメナシ" : "チョウメイナシ"
        row.isPassage = true
        row.order = "0"
        return row
    }

    private func addHouse(_ line: Line) throws(SearchError) {
        let town = Self.key(line)
        let numbers = ["blk_num", "rsdt_num", "rsdt_num2"].map { line[$0] }.filter { !$0.isEmpty }
        let isWhole = line["machiaza_id"].hasSuffix("000") && !parted.contains(town) && !line["oaza_cho"].isEmpty
        let row = StepRow(
            id: line.houseID, parent: isWhole ? town : line["lg_code"] + "-" + line["machiaza_id"], level: .house,
            label: numbers.joined(separator: "-"))
        try writer.add(row, at: line.place)
    }
}

extension AddressRegistry.Line {
    /// True for a chome or an aza.
    fileprivate var isPart: Bool { !self["chome"].isEmpty || !self["koaza"].isEmpty }

    fileprivate var houseID: String {
        ["lg_code", "machiaza_id", "blk_id", "rsdt_id", "rsdt2_id"].map { self[$0] }.filter { !$0.isEmpty }
            .joined(separator: "-")
    }

    /// The ids of the places that a row is about: a whole town is the town and its option of no chome.
    fileprivate var ids: [String] {
        let (code, town) = (self["lg_code"], self["machiaza_id"])
        if town.isEmpty { return [code.dropFirst(2).hasPrefix("000") ? String(code.prefix(2)) : code] }
        let isWhole = town.hasSuffix("000") && ["blk_id", "rsdt_id", "rsdt2_id"].allSatisfy { self[$0].isEmpty }
        return isWhole ? [code + "-" + town.prefix(4), houseID] : [houseID]
    }
}

extension StepRow {
    /// Takes the reading and the label in Latin letters from the columns beside `column`.
    fileprivate mutating func name(_ line: AddressRegistry.Line, _ column: String) {
        reading = line[column + "_kana"].orNil
        if let romaji = line[column + "_roma"].orNil {
            labels["en"] = romaji
        } else if let reading, let romaji = reading.romanized {
            names.append(romaji)
        }
    }

    /// By the reading; places without one come last.
    fileprivate var readingOrder: String {
        (reading.map { "0" + $0.naturalOrder } ?? "1" + label.naturalOrder) + " " + id
    }
}

extension String {
    fileprivate var orNil: String? { isEmpty ? nil : self }

    fileprivate func withoutPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) && self != prefix ? String(dropFirst(prefix.count)) : ""
    }
}
