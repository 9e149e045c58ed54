/// The condition that items of an answer meet.
///
/// A comparison with a field that the item does not have is false, `notEqual` and `noneOf` included; `not` of it is
/// true. A field that the store does not know is ignored, as ViSearch does: the comparison counts as true (only
/// `exists` is false). Strings compare exactly, case included, however accents are composed; `text` fields hold when
/// any word of the value occurs; lists hold when one of their strings does, and are not equal when none is. Numbers,
/// flags (0, 1) and dates (seconds since 1970) compare with each other; a string is read as the field's kind first.
public indirect enum Filter: Hashable, Sendable {
    /// The field has this value.
    case equal(String, AttributeValue)
    /// The field has another value.
    case notEqual(String, AttributeValue)
    /// The field is less than the value.
    case less(String, AttributeValue)
    /// The field is at most the value.
    case lessOrEqual(String, AttributeValue)
    /// The field is greater than the value.
    case greater(String, AttributeValue)
    /// The field is at least the value.
    case greaterOrEqual(String, AttributeValue)
    /// The field lies between the values, both ends included.
    case between(String, AttributeValue, AttributeValue)
    /// The field has one of the values.
    case oneOf(String, [AttributeValue])
    /// The field has a value that is not listed.
    case noneOf(String, [AttributeValue])
    /// The field matches the pattern: `%` stands for any characters, `_` for one, `\` takes the special meaning
    /// away; capital and small letters are equal.
    case like(String, String)
    /// The item has the field. `not(exists)` finds those without.
    case exists(String)
    /// Every one of the filters holds.
    case and([Filter])
    /// At least one of the filters holds.
    case or([Filter])
    /// The filter does not hold.
    case not(Filter)
    /// The condition that always holds.
    case all
}
