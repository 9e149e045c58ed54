internal import Essentials
internal import SQLite

/// The product types of the items by slot, as numbers, in one state of a store.
///
/// A type is a string of the type field. One such as `Fashion > Bags > Totes` names three: a type and its parents.
final class TypeTable: Sendable {
    static let fieldNames = FieldRole.type.names

    let revision: Int
    let field: Field
    /// The names of the types by number, also of types that no item has any more.
    let names: [String]
    /// The numbers of the types, by name.
    let numbers: [String: Int]
    private let column: StringColumn
    /// The types that a string names, by its code.
    private let named: [[Int]]
    private let counted = Locked<[String: Int]?>(nil)

    /// - Parameter fields: The fields that may hold the types, the likeliest first, by ``FieldRole``; the first of strings does,
    ///   unless it says only that articles are simple, configurable and the like. Nil where the items have none of them.
    init?(_ fields: [String], in snapshot: borrowing Snapshot) throws(SearchError) {
        let known = try snapshot.store.columns.fields(of: snapshot)
        let kinds: [AttributeType] = [.string, .text, .list]
        // A field that somebody chose is taken as it is written.
        let candidates = fields.filter { known[$0] != nil } + FieldRole.fields(fields, among: known.keys)
        var found: (field: Field, column: StringColumn)?
        for name in candidates {
            guard let field = known[name], kinds.contains(field.type),
                case .strings(let column) = try snapshot.column(field, .whole)
            else { continue }
            if fields.count > 1, column.strings.allSatisfy({ FieldRole.articles.contains($0.lowercased()) }) {
                continue
            }
            found = (field, column)
            break
        }
        guard let (field, column) = found else { return nil }
        var numbers: [String: Int] = [:]
        var names: [String] = []
        named = column.strings.map { text in
            let parts = text.components(separatedBy: " > ").map { $0.trimmingBlanks() }
            return parts.filter { !$0.isEmpty }.map { name in
                if let number = numbers[name] { return number }
                numbers[name] = names.count
                names.append(name)
                return names.count - 1
            }
        }
        revision = snapshot.revision
        self.field = field
        self.names = names
        self.numbers = numbers
        self.column = column
    }

    /// Keeps the types in the store that they are of, beside what it has learned, so that the next process need not read
    /// them from the items.
    ///
    /// - Parameters:
    ///   - exemplars: The vectors of the exemplars in the learned space.
    ///   - learned: The revision of that space.
    func keep(_ exemplars: VectorsBySlot, learned: Int, in database: Database) throws(SearchError) {
        try KeptTypes.keep(column, of: field, revision: revision, exemplars, learned: learned, in: database)
    }

    /// The slots of items with a type.
    var slots: Bitmap { column.present }

    /// The slots of items that are of one of the types.
    func slots(of types: Set<Int>) -> Bitmap {
        let wanted = named.map { $0.contains { types.contains($0) } }
        return column.slots { wanted[Int($0)] }.intersection(column.present)
    }

    /// The number of the most particular type of an item; nil for one without a type.
    func particular(_ slot: Int) -> Int? {
        guard column.present[slot] else { return nil }
        let codes = column[slot]
        return codes.count == 1 ? named[Int(codes[codes.startIndex])].last : at(slot).last
    }

    /// The numbers of the types of an item, from the general to the particular; empty for one without a type.
    func at(_ slot: Int) -> [Int] {
        guard column.present[slot] else { return [] }
        let codes = column[slot]
        if codes.count == 1, let code = codes.first { return named[Int(code)] }
        var types: [Int] = []
        for code in codes { types += named[Int(code)].filter { !types.contains($0) } }
        return types
    }

    /// The number of items of each type that some item has, by name. Counted at the first call.
    var counts: [String: Int] {
        counted.withLock { counted in
            if let counted { return counted }
            var items = [Int](repeating: 0, count: names.count)
            for slot in slots { for type in Set(at(slot)) { items[type] += 1 } }
            let counts = Dictionary(uniqueKeysWithValues: zip(names, items).filter { $0.1 > 0 })
            counted = counts
            return counts
        }
    }

    /// The type as the items spell it. The same spelling wins, then the same letters, then the same word in singular or
    /// plural (`bag` for `Bags`). Nil when no item is of it.
    func name(of type: String) -> String? {
        if counts[type] != nil { return type }
        let wanted = type.lowercased()
        if let name = counts.keys.filter({ $0.lowercased() == wanted }).min() { return name }
        let stem = TypeTable.singular(wanted)
        return counts.keys.filter { TypeTable.singular($0.lowercased()) == stem }.min()
    }

    /// An English word without the ending of its plural; the same text for singular and plural, not always a word.
    static func singular(_ word: String) -> String {
        var stem = word[...]
        if stem.hasSuffix("ies"), stem.count > 4 {
            stem = stem.dropLast(3) + "y"
        } else if ["sses", "shes", "ches", "xes", "zes"].contains(where: stem.hasSuffix) {
            stem = stem.dropLast(2)
        } else if stem.hasSuffix("s"), !stem.hasSuffix("ss"), stem.count > 2 {
            stem = stem.dropLast()
        }
        // scarf and scarves, glove and gloves
        if stem.hasSuffix("ve") || stem.hasSuffix("fe") { stem = stem.dropLast(2) + "f" }
        return String(stem)
    }

    /// Values of one field that are listed for a type.
    private static let valueLimit = 20

    /// Returns all types by name, each with the values of string and list fields that its items carry. Fields in which
    /// nearly every item has a value of its own, such as names, do not characterize a type and are left out.
    func productTypes(in snapshot: borrowing Snapshot) throws(SearchError) -> [ProductType] {
        var attributes: [String: [String: [String]]] = [:]
        for other in try snapshot.store.columns.fields(of: snapshot).values
        where other.name != field.name && (other.type == .string || other.type == .list) {
            guard case .strings(let values) = try snapshot.column(other, .whole) else { continue }
            let slots = slots.intersection(values.present)
            var counts: [Int: [UInt32: Int]] = [:]
            var used: Set<UInt32> = []
            for slot in slots {
                used.formUnion(values[slot])
                for type in Set(at(slot)) {
                    for code in values[slot] { counts[type, default: [:]][code, default: 0] += 1 }
                }
            }
            if used.count > max(TypeTable.valueLimit, slots.count / 2) { continue }
            for (type, codes) in counts {
                let named = codes.map { (name: values.strings[Int($0.key)], count: $0.value) }
                let ordered = named.filter { !$0.name.isEmpty }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
                attributes[names[type], default: [:]][other.name] = ordered.prefix(TypeTable.valueLimit).map(\.name)
            }
        }
        return counts.keys.sorted().map { ProductType(name: $0, attributes: attributes[$0] ?? [:]) }
    }
}
