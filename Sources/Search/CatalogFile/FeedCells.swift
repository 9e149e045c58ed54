internal import Essentials
internal import WireFormat

/// Cells of a shop system that hold several fields, or a path in the system's own form, as fields and paths of Magpie's.
///
/// - Magento: `additional_attributes` has `size=XS,color=Black`, and `categories` have slashes between their levels.
/// - WooCommerce: `Attribute 1 name` names the field of `Attribute 1 value(s)`.
struct FeedCells: Sendable {
    private let kind: FeedKind?
    /// The columns of WooCommerce's attributes by their numbers: the name, the values, and others that say nothing to a visitor.
    private var pairs: [(name: String, values: String)] = []
    /// The columns whose cells become fields of other names.
    private(set) var holders: Set<String> = []
    private let columns: Set<String>
    /// Magento's columns of attributes and of paths.
    private let (attributes, paths): (String?, String?)

    /// Attributes that Magento's pages need and nobody searches for.
    private static let technical: Set<String> = ["has_options", "required_options"]

    init(_ names: [String] = [], kind: FeedKind? = nil) {
        columns = Set(names)
        self.kind = kind
        func column(_ plain: String) -> String? {
            kind == .magento ? names.first { FieldName.plain($0) == plain } : nil
        }
        (attributes, paths) = (column("additional_attributes"), column("categories"))
        if let attributes { holders = [attributes] }
        guard kind == .wooCommerce else { return }
        for name in names {
            guard let match = FieldName.plain(name).wholeMatch(of: /attribute_([0-9]+)_(.*)/) else { continue }
            if match.2 == "name" {
                let values = names.first { FieldName.plain($0) == "attribute_\(match.1)_value(s)" }
                if let values { pairs.append((name, values)) }
            }
            holders.insert(name)
        }
    }

    /// True for a field whose values commas divide.
    func isList(_ name: String) -> Bool { kind == .wooCommerce && !columns.contains(name) }

    func apply(to cells: inout [String: JSONValue]) {
        switch kind {
        case .magento: applyMagento(to: &cells)
        case .wooCommerce:
            let found = pairs.compactMap { pair -> (String, JSONValue)? in
                guard let name = cells[pair.name]?.written.trimmingBlanks(), !name.isEmpty,
                    let value = cells[pair.values]
                else { return nil }
                return (name, value)
            }
            for name in holders { cells[name] = nil }
            for (name, value) in found where !columns.contains(name) { cells[name] = value }
        default: break
        }
    }

    private func applyMagento(to cells: inout [String: JSONValue]) {
        if let attributes, let text = cells[attributes]?.written {
            cells[attributes] = nil
            for (name, value) in Self.assignments(in: text)
            where !columns.contains(name) && !Self.technical.contains(name) {
                cells[name] = .string(value)
            }
        }
        if let paths, let text = cells[paths]?.written { cells[paths] = .string(text.replacing("/", with: " > ")) }
    }

    /// `a=1,b=2, or 3` has the values `1` and `2, or 3`: a comma is one of the value unless a name and `=` follow it.
    static func assignments(in text: String) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isName = sides[0].utf8.allSatisfy {
                $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || 0x30...0x39 ~= $0
            }
            if sides.count == 2, isName, !sides[0].isEmpty {
                found.append((String(sides[0]), String(sides[1])))
            } else if !found.isEmpty {
                found[found.count - 1].value += "," + part
            }
        }
        return found.filter { !$0.value.isEmpty }
    }
}
