internal import Foundation

/// The types of product that the items of a store have, in one state of it.
///
/// The types of the items in a store. A type is a string of the type field. One such as `Fashion > Bags > Totes` names
/// three: a type and its parents.
struct TypeTable: Sendable {
    static let fieldNames = ["product_type", "category", "type"]

    let revision: Int
    let field: Field
    /// The items that have a type.
    let slots: Bitmap
    /// The number of items of each type.
    let counts: [String: Int]

    init?(_ names: [String], in snapshot: borrowing Snapshot) throws(SearchError) {
        guard let (field, column) = try TypeTable.column(names, in: snapshot) else { return nil }
        var counts: [String: Int] = [:]
        let types = column.strings.map(TypeTable.types)
        for slot in column.present {
            for type in TypeTable.types(column[slot], types) { counts[type, default: 0] += 1 }
        }
        revision = snapshot.revision
        self.field = field
        slots = column.present
        self.counts = counts
    }

    /// The first of the fields that holds strings, with its strings.
    static func column(
        _ names: [String], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (field: Field, strings: StringColumn)? {
        let known = try snapshot.store.columns.fields(of: snapshot)
        let kinds: [AttributeType] = [.string, .text, .list]
        let fields = names.compactMap { known[$0] }
        guard let field = fields.first(where: { kinds.contains($0.type) }),
            case .strings(let column) = try snapshot.column(field, .whole)
        else { return nil }
        return (field, column)
    }

    /// The types that one string names, from the general to the particular.
    static func types(_ text: String) -> [String] {
        text.components(separatedBy: " > ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The types that an item is of.
    func types(of item: Item) -> Set<String> {
        switch item.attributes[field.name] {
        case .string(let text), .text(let text): Set(TypeTable.types(text))
        case .list(let texts): Set(texts.flatMap(TypeTable.types))
        default: []
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
        guard case .strings(let column) = try snapshot.column(field, .whole) else { return [] }
        let types = column.strings.map(TypeTable.types)
        var attributes: [String: [String: [String]]] = [:]
        for other in try snapshot.store.columns.fields(of: snapshot).values
        where other.name != field.name && (other.type == .string || other.type == .list) {
            guard case .strings(let values) = try snapshot.column(other, .whole) else { continue }
            let slots = slots.intersection(values.present)
            var counts: [String: [UInt32: Int]] = [:]
            var used: Set<UInt32> = []
            for slot in slots {
                used.formUnion(values[slot])
                for type in TypeTable.types(column[slot], types) {
                    for code in values[slot] { counts[type, default: [:]][code, default: 0] += 1 }
                }
            }
            if used.count > max(TypeTable.valueLimit, slots.count / 2) { continue }
            for (type, codes) in counts {
                let named = codes.map { (name: values.strings[Int($0.key)], count: $0.value) }
                let ordered = named.filter { !$0.name.isEmpty }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
                attributes[type, default: [:]][other.name] = ordered.prefix(TypeTable.valueLimit).map(\.name)
            }
        }
        return counts.keys.sorted().map { ProductType(name: $0, attributes: attributes[$0] ?? [:]) }
    }

    /// The types that the strings with these codes name, each once.
    private static func types(_ codes: ArraySlice<UInt32>, _ types: [[String]]) -> Set<String> {
        codes.reduce(into: []) { $0.formUnion(types[Int($1)]) }
    }
}
