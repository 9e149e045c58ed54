internal import Essentials
internal import SearchServer

/// The name of a result in a decision. It holds all that a report of a click needs, so that no table keeps them.
struct SlotName: Hashable {
    /// The name of the request.
    var decision: String
    /// The place of the result among all of them, from 1.
    var position: Int
    var sku: String
    /// The row of the text in ``SearchTerms``.
    var term: Int?
}

extension SlotName {
    /// Reads a name that ``encoded(by:)`` has given; nil for any other text.
    init?(_ text: String, by seal: SlotSeal) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard text.utf8.count <= 2048, let data = Data(base64Encoded: base64 + padding),
            case .array(let parts)? = try? JSONValue(parsing: data), parts.count == 5,
            case .string(let decision) = parts[0], case .int(let position) = parts[1], position > 0,
            case .string(let sku) = parts[2], !sku.isEmpty, case .string(let code) = parts[4]
        else { return nil }
        self.init(decision: decision, position: position, sku: sku, term: nil)
        switch parts[3] {
        case .int(let row): term = row
        case .null: break
        default: return nil
        }
        guard seal.isRight(code, of: JSONValue.array(members).text) else { return nil }
    }

    private var members: [JSONValue] {
        [.string(decision), .int(position), .string(sku), term.map(JSONValue.int) ?? .null]
    }

    func encoded(by seal: SlotSeal) -> String {
        let parts = JSONValue.array(members + [.string(seal.seal(JSONValue.array(members).text))])
        return Data(parts.encoded).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

extension JSONValue {
    fileprivate var text: String { String(decoding: encoded, as: UTF8.self) }
}
