/// How many of the objects of one kind of picture were found. Shares are from 0 to 1.
struct BoxResult: Hashable, Sendable {
    let kind: String
    private(set) var pictures = 0
    private(set) var objects = 0
    private(set) var found = 0
    private(set) var foundFirst = 0
    private(set) var sources = 0
    private(set) var sourcesFirst = 0
    private var seconds = 0.0

    init(kind: String) { self.kind = kind }

    /// Takes in one picture: for each object the place of the first box that it is found in, if any, and whether its
    /// own source came first where it has one.
    mutating func add(_ objects: [(place: Int?, isSourceFirst: Bool?)], seconds: Double) {
        pictures += 1
        self.objects += objects.count
        found += objects.count { $0.place != nil }
        foundFirst += objects.count { ($0.place ?? .max) < 5 }
        sources += objects.count { $0.isSourceFirst != nil }
        sourcesFirst += objects.count { $0.isSourceFirst == true }
        self.seconds += seconds
    }

    private var foundShare: Double { Double(found) / Double(max(objects, 1)) }
    private var foundFirstShare: Double { Double(foundFirst) / Double(max(objects, 1)) }
    private var r1: Double? { sources == 0 ? nil : Double(sourcesFirst) / Double(sources) }
    private var milliseconds: Double { seconds * 1000 / Double(max(pictures, 1)) }

    var json: JSON {
        [
            "test": .string(kind), "pictures": .integer(pictures), "objects": .integer(objects),
            "found": .decimal(foundShare, places: 4), "found5": .decimal(foundFirstShare, places: 4),
            "r1": r1.map { .decimal($0, places: 4) } ?? .null, "cpu_ms": .decimal(milliseconds, places: 2),
        ]
    }

    static let header = line("kind", "pictures", "objects", ["found", "first 5", "R@1", "CPU ms"])

    var row: String {
        Self.line(
            kind.printable, Numbers.count(pictures), Numbers.count(objects),
            [
                Self.tenths(foundShare * 100), Self.tenths(foundFirstShare * 100),
                r1.map { Self.tenths($0 * 100) } ?? "–", Self.tenths(milliseconds),
            ])
    }

    private static func tenths(_ value: Double) -> String { value.rounded(places: 1) ?? "–" }

    private static func line(_ name: String, _ pictures: String, _ objects: String, _ scores: [String]) -> String {
        name.padded(to: 18) + pictures.padded(to: 9, atFront: true) + objects.padded(to: 9, atFront: true)
            + scores.map { $0.padded(to: 9, atFront: true) }.joined() + "\n"
    }
}
