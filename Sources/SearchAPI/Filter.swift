/// Which items may be in an answer.
///
/// A comparison with a field that the item does not have is false, `notEqual` and `noneOf` included; `not` of it is
/// true. A field that the store does not know is ignored, as ViSearch does: the comparison counts as true (only
/// `exists` is false). Strings compare exactly, case included, however accents are composed; `text` fields hold when
/// any word of the value occurs; lists hold when one of their strings does, and are not equal when none is. Numbers,
/// flags (0, 1) and dates (seconds since 1970) compare with each other; a string is read as the field's kind first.
public indirect enum Filter: Hashable, Sendable {
    case equal(String, AttributeValue)
    case notEqual(String, AttributeValue)
    case less(String, AttributeValue)
    case lessOrEqual(String, AttributeValue)
    case greater(String, AttributeValue)
    case greaterOrEqual(String, AttributeValue)
    /// Both ends included.
    case between(String, AttributeValue, AttributeValue)
    case oneOf(String, [AttributeValue])
    case noneOf(String, [AttributeValue])
    /// `%` stands for any characters, `_` for one, `\` takes the special meaning away; case is ignored for ASCII.
    case like(String, String)
    /// The item has the field. `not(exists)` finds those without.
    case exists(String)
    case and([Filter])
    case or([Filter])
    case not(Filter)
    /// Always true.
    case all
}
