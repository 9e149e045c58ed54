internal import Essentials

extension AttributeType {
    /// Reads kinds of fields as people write them: `price=float,in_stock=bool`.
    package static func schema(_ text: String) throws(SearchError) -> [String: AttributeType] {
        var schema: [String: AttributeType] = [:]
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingBlanks() }
            guard sides.count == 2, !sides[0].isEmpty, let type = AttributeType(rawValue: sides[1]) else {
                let kinds = allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidArgument("a field is written `name=kind` with one of \(kinds), not `\(part)`")
            }
            schema[sides[0]] = type
        }
        return schema
    }
}
