internal import DynamicYieldAPI
internal import SearchServer

/// The columns of the catalog as a branch sees them.
///
/// A field `price@osaka` is the column `price` of the branch `osaka`, and the same goes for `stock@osaka` and any other
/// column: where the store has such a field, it takes the place of the plain one for every item. A list field
/// `branches` limits an item to those branches; an item without it is in all of them.
///
/// The columns that every client of Dynamic Yield reads are there under their names, whatever the fields of the store
/// are called; see ``ColumnRoles``.
struct CatalogColumns {
    static let branches = "branches"

    private let fields: [String: AttributeType]
    private let branch: String?
    private let roles: ColumnRoles

    /// - Parameters:
    ///   - fields: Those of the store.
    ///   - roles: The fields by the columns that somebody has chosen them for.
    init(_ fields: [String: AttributeType], branch: String?, roles: [String: String] = [:]) {
        // The text that was read in pictures is no column of the catalog: an order by it would spell it out.
        let fields = fields.filter { $0.key != Item.pictureText }
        self.fields = fields
        self.branch = branch
        self.roles = ColumnRoles(fields.keys, chosen: roles)
    }

    /// True for a store without any fields: conditions on them are no errors.
    var isEmpty: Bool { fields.isEmpty }

    /// The field that holds a column; nil for an unknown one.
    func field(_ column: String) -> String? { own(column) ?? roles.field(column).flatMap(own) }

    /// The field of the column's own name.
    private func own(_ column: String) -> String? {
        if let branch, fields["\(column)@\(branch)"] != nil { return "\(column)@\(branch)" }
        return fields[column] != nil && Self.column(of: column) == column ? column : nil
    }

    /// True for a column that an answer has, also where it is made of others.
    func has(_ column: String) -> Bool { field(column) != nil || roles.makes(column) }

    func type(_ column: String) -> AttributeType? { field(column).flatMap { fields[$0] } }

    /// The columns by name, in order.
    var all: [String] { Set(fields.keys.map(Self.column)).filter { field($0) != nil }.sorted() }

    /// True for a branch with columns of its own.
    var hasOwn: Bool { branch.map { branch in fields.keys.contains { $0.hasSuffix("@\(branch)") } } ?? false }

    /// The condition that items of the branch meet.
    var limit: Filter? {
        guard let branch, fields[Self.branches] != nil else { return nil }
        return .or([.equal(Self.branches, .string(branch)), .not(.exists(Self.branches))])
    }

    /// The columns of an item.
    func values(of item: Item) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for name in item.publicAttributes.keys {
            let column = Self.column(of: name)
            if field(column) == name { values[column] = item.attributes[name] }
        }
        return roles.complete(values)
    }

    /// The fields that tell products apart, such as names and addresses.
    var telling: Set<String> { Set(ColumnRoles.telling.compactMap(field)) }

    /// The name of a field without its branch.
    static func column(of field: String) -> String {
        guard let at = field.firstIndex(of: "@"), at != field.startIndex else { return field }
        return String(field[..<at])
    }
}
