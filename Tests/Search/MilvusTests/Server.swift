import Foundation
import Synchronization
import TestSupport

@testable import MilvusCatalog

/// The Milvus that `with-milvus` has started. Without it the tests that need one are skipped.
enum Server {
    static let place = ProcessInfo.processInfo.environment["MAGPIE_MILVUS"]
    static var isThere: Bool { place != nil }
    /// The number of times that a test may end the server.
    static let kills = Int(ProcessInfo.processInfo.environment["MAGPIE_MILVUS_KILLS"] ?? "") ?? 0
    /// True where a test may fill the disk of the server up.
    static let hasSmallDisk = ProcessInfo.processInfo.environment["MAGPIE_MILVUS_DISK"] != nil
    private static let number = Atomic(0)

    /// The address of a new collection.
    static func newAddress(_ settings: String = "index=flat") throws -> MilvusAddress {
        let number = number.add(1, ordering: .relaxed).newValue
        let name = "t\(ProcessInfo.processInfo.processIdentifier)_\(number)"
        return try MilvusAddress("milvus://\(place ?? "")/\(name)?\(settings)")
    }

    static func open(
        _ address: MilvusAddress, in folder: TemporaryFolder, creates: Bool = true,
        _ change: (inout MilvusCatalog.Settings) -> Void = { _ in }
    ) throws(SearchError) -> MilvusCatalog {
        var settings = MilvusCatalog.Settings()
        settings.folder = folder.url
        settings.creates = creates
        change(&settings)
        return try MilvusCatalog(address, settings)
    }

    /// `kill`, `restart`, `fill` or `free`.
    static func run(_ verb: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: ProcessInfo.processInfo.environment["MILVUS_SCRIPT"] ?? "")
        process.arguments = [verb]
        try process.run()
        process.waitUntilExit()
    }
}

/// Items with random vectors and attributes, the same for the same seed.
struct RandomItems {
    var random: SplitMix
    var describer = BuiltInDescriber.shared
    /// The most pictures of an item beside its first one.
    var mostFurther = 0
    static let brands = [
        "Alder", "alder", "Sen\u{303}al", "Señal", "", "O'Neil \"%_\\", "日本", "a\"] or id != \"", "\\",
    ]
    static let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "stock": .int, "price": .float, "fair": .bool, "tags": .list, "added": .date,
        "odd name": .string, "rare": .int,
    ]

    init(seed: UInt64, mostFurther: Int = 0) {
        random = SplitMix(seed: seed)
        self.mostFurther = mostFurther
    }

    mutating func item(_ id: String) -> StoredItem {
        var item = Item(id: id, source: "pictures/\(id).jpg")
        for (name, _) in Self.fields.sorted(by: { $0.key < $1.key }) where Int.random(in: 0..<4, using: &random) > 0 {
            item.attributes[name] = value(of: name)
        }
        item.attributes["rare"] = .int(Int.random(in: 0..<1000, using: &random))
        var stored = StoredItem(item, picture: picture())
        if mostFurther > 0 {
            stored.pictures = (0..<Int.random(in: 0...mostFurther, using: &random)).map { number in
                let role =
                    Int.random(in: 0..<3, using: &random) == 0
                    ? nil : PictureRole.allCases.randomElement(using: &random)
                return FurtherPicture(picture(), role: role, source: number == 0 ? "pictures/\(id)_2.jpg" : nil)
            }
        }
        return stored
    }

    private mutating func picture() -> StoredPicture {
        // Most of them around few centers, as pictures of a shop.
        let center = Int.random(in: 0..<20, using: &random)
        var centers = SplitMix(seed: UInt64(center))
        let values = (0..<describer.dimensions).map { _ in
            Double.random(in: -1...1, using: &centers) + 0.7 * Double.random(in: -1...1, using: &random)
        }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let vector = values.map { Int8(max(-127, min(127, ($0 / length * 127).rounded()))) }
        let colors = (0..<SearchEngine.paletteBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        return StoredPicture(vector: vector, colors: colors)
    }

    mutating func items(_ range: Range<Int>) -> [StoredItem] { range.map { item("item-\($0)") } }

    mutating func value(of name: String) -> AttributeValue {
        switch name {
        case "title": .text(["red bag", "blue boot", "red linen", "plain"].randomElement(using: &random)!)
        case "stock": .int(Int.random(in: -3...5, using: &random))
        case "price": .float(Double(Int.random(in: 0..<400, using: &random)) / 4)
        case "fair": .bool(Bool.random(using: &random))
        case "tags":
            .list((0..<Int.random(in: 0...3, using: &random)).map { _ in Self.brands.randomElement(using: &random)! })
        case "added": .date(Date(timeIntervalSince1970: Double(Int.random(in: 0..<60, using: &random)) * 43200.5))
        case "rare": .int(Int.random(in: 0..<1000, using: &random))
        default: .string(Self.brands.randomElement(using: &random)!)
        }
    }

    mutating func filter(depth: Int = 3) -> Filter {
        let name =
            Int.random(in: 0..<12, using: &random) == 0
            ? "unknown" : Self.fields.keys.sorted().randomElement(using: &random)!
        switch Int.random(in: 0..<(depth > 0 ? 16 : 12), using: &random) {
        case 0, 1: return .equal(name, operand(of: name))
        case 2: return .differs(name, operand(of: name))
        case 3: return .less(name, operand(of: name))
        case 4: return .lessOrEqual(name, operand(of: name))
        case 5: return .greater(name, operand(of: name))
        case 6: return .greaterOrEqual(name, operand(of: name))
        case 7: return .between(name, operand(of: name), operand(of: name))
        case 8: return .oneOf(name, [operand(of: name), operand(of: name)])
        case 9: return .differsFromAll(name, [operand(of: name), operand(of: name)])
        case 10: return .exists(name)
        case 11: return .like("brand", "%e%")
        case 12: return .not(filter(depth: depth - 1))
        case 13: return .or((0..<Int.random(in: 0..<4, using: &random)).map { _ in filter(depth: depth - 1) })
        default: return .and((0..<Int.random(in: 0..<3, using: &random)).map { _ in filter(depth: depth - 1) })
        }
    }

    /// Now and then of another kind than the field.
    private mutating func operand(of name: String) -> AttributeValue {
        if Int.random(in: 0..<8, using: &random) > 0, name != "tags" { return value(of: name) }
        if name == "tags" { return .string(Self.brands.randomElement(using: &random)!) }
        return [.int(2), .float(2.5), .bool(true), .string("2"), .list(["alder", "2"])].randomElement(using: &random)!
    }
}
