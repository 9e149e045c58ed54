/// Collects the rights of a picture while its blocks are walked.
struct RightsNotes {
    /// The parts of a file that say the same, the most exact one last.
    enum Source: Int {
        /// Comments and text of PNG.
        case text
        /// Properties by which XMP repeats EXIF.
        case mirror
        case exif, iptc, xmp
    }

    /// The block that is read.
    var source = Source.text
    /// The pieces of Content Credentials: those of a JPEG by the number of their box.
    private var stores: [Int: [UInt8]] = [:]
    private var found: [String: (source: Source, values: [String])] = [:]
    /// The values of EXIF alone.
    private var ofEXIF: [String: [String]] = [:]
    private var licensors: [(place: String, licensor: PictureRights.Licensor)] = []

    private static let most = (creators: 16, licensors: 4, stores: 64)
    /// The most bytes of each value.
    private static let longest = [
        "dc:creator": 256, "dc:rights": 2048, Self.language: 2048, "photoshop:Credit": 512,
        "xmpRights:WebStatement": 2048, "plus:DataMining": 256, "plus:OtherConstraints": 1024,
        "Iptc4xmpExt:DigitalSourceType": 256,
    ]
    /// The notice of rights in a language that is not the default.
    private static let language = "dc:rights/@"

    /// Text by the names that ``Words`` gives it.
    mutating func add(_ path: String, _ text: String) {
        if path.hasPrefix("plus:Licensor/") { return add(licensor: path, text) }
        let name = path.hasPrefix(Self.language) ? Self.language : path
        guard let longest = Self.longest[name] else { return }
        let text = text.cut(longest)
        if source == .exif, ofEXIF[name, default: []].count < Self.most.creators {
            ofEXIF[name, default: []].append(text)
        }
        guard let known = found[name], known.source.rawValue >= source.rawValue else {
            found[name] = (source, [text])
            return
        }
        guard name == "dc:creator", known.source == source, known.values.count < Self.most.creators,
            !known.values.contains(text)
        else { return }
        found[name]?.values.append(text)
    }

    /// A member of one licensor, such as `plus:Licensor/#1/plus:LicensorURL`. Its address in a town and its telephone are not
    /// read.
    private mutating func add(licensor path: String, _ text: String) {
        guard let end = path.lastIndex(of: "/") else { return }
        let place = String(path[..<end])
        var index = licensors.firstIndex { $0.place == place }
        guard index != nil || licensors.count < Self.most.licensors else { return }
        func change(_ change: (inout PictureRights.Licensor) -> Void) {
            if index == nil {
                index = licensors.count
                licensors.append((place, PictureRights.Licensor()))
            }
            if let index { change(&licensors[index].licensor) }
        }
        switch path[path.index(after: end)...] {
        case "plus:LicensorName": change { $0.name = $0.name ?? text.cut(256) }
        case "plus:LicensorURL": change { $0.url = $0.url ?? text.cut(1024) }
        default: break
        }
    }

    /// A piece of Content Credentials: the boxes of JUMBF.
    ///
    /// - Parameter number: That of a box which a file cuts into pieces; nil for a whole one.
    mutating func add(credentials piece: [UInt8], of number: Int? = nil) {
        let key = number ?? -1 - stores.count
        guard stores[key] != nil || stores.count < Self.most.stores else { return }
        stores[key, default: []] += piece
    }

    var rights: PictureRights {
        var rights = PictureRights()
        func text(_ name: String) -> String? { found[name]?.values.first }
        rights.creators = found["dc:creator"]?.values ?? []
        rights.rights = text("dc:rights") ?? text(Self.language)
        rights.credit = text("photoshop:Credit")
        rights.webStatement = text("xmpRights:WebStatement")
        rights.licensors = licensors.map(\.licensor)
        rights.dataMining = text("plus:DataMining").flatMap(PictureRights.lastPart)
        if rights.dataMining != nil { rights.constraints = text("plus:OtherConstraints") }
        let stores = stores.sorted { $0.key < $1.key }.compactMap { ContentCredentials($0.value.span) }
        rights.hasCredentials = !stores.isEmpty
        let types = [text("Iptc4xmpExt:DigitalSourceType").flatMap(SourceType.name)] + stores.map(\.sourceType)
        rights.sourceType = SourceType.first(types.compactMap { $0 })
        var alone = PictureRights()
        alone.creators = ofEXIF["dc:creator"] ?? []
        alone.rights = ofEXIF["dc:rights"]?.first
        rights.isWithinEXIF = rights == alone
        return rights
    }
}
