internal import Essentials

/// A field and the value or range it has to have. A string field has to be equal, case included; a text field has
/// to hold any of the words; a number may be equal or in a range, both ends included.
public struct FieldFilter: Hashable, Sendable, Codable {
    /// Without a colon; with one it is refused.
    package var field: String
    /// As it travels; a range has a comma: `0,199`.
    package var value: String

    /// Creates a filter of a field and a value as it travels.
    public init(_ field: String, text value: String) {
        self.field = field
        self.value = value
    }

    /// The field has exactly this value, of texts any of its words.
    public static func equal(_ field: String, _ value: String) -> Self { Self(field, text: value) }
    /// The field has exactly this number.
    public static func equal(_ field: String, _ value: Int) -> Self { Self(field, text: String(value)) }
    /// The field has exactly this number.
    public static func equal(_ field: String, _ value: Double) -> Self {
        Self(field, text: AttributeValue.float(value).written)
    }
    /// The field lies in a range, both ends included.
    public static func range(_ field: String, _ range: ClosedRange<Int>) -> Self {
        Self(field, text: "\(range.lowerBound),\(range.upperBound)")
    }
    /// The field lies in a range, both ends included.
    public static func range(_ field: String, _ range: ClosedRange<Double>) -> Self {
        let ends = [range.lowerBound, range.upperBound].map { AttributeValue.float($0).written }
        return Self(field, text: ends.joined(separator: ","))
    }

    /// `field:value`, as `fq` and `Filter(fq:fields:)` take it.
    package var text: String { "\(field):\(value)" }

    /// Cut at the first colon, blanks around both parts trimmed. Nil without a colon or a field.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let field = String(text[..<colon]).trimmingWhitespace()
        guard !field.isEmpty else { return nil }
        self.init(field, text: String(text[text.index(after: colon)...]).trimmingWhitespace())
    }
}
