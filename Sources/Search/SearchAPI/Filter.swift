/// The condition that items of an answer meet.
///
/// A comparison with a field that the item does not have is false, `differs` included; `not` of it is true, and
/// so is `!=` of ``Field``, which is the `not` of `==`. A search with a field that the store does not know, with a value that a field cannot have, or with an order of
/// numbers in a field of text is an error. Strings compare exactly, case included, however accents are composed; `text`
/// fields hold when any word of the value occurs, in one of its forms and spellings; the last word may be the beginning of
/// one, and a word that no item has in the field stands for the likeliest that it may be a misspelling of. Lists hold when
/// one of their strings does, and are not equal when none is. Numbers, flags (0, 1) and dates (seconds since 1970) compare
/// with each other; a string is read as the field's kind first, and a day, a month or a year, `2024-05-31`, `2024-05`
/// or `2024`, means all of its moments, in UTC.
public indirect enum Filter: Hashable, Sendable {
    /// The field has this value.
    case equal(String, AttributeValue)
    /// The item has the field, with another value; without the field it does not hold, unlike `!=` of ``Field``.
    case differs(String, AttributeValue)
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
    /// The item has the field, with a value that is not listed; without the field it does not hold, unlike `isNone(of:)` of
    /// ``Field``.
    case differsFromAll(String, [AttributeValue])
    /// The field matches the pattern: `%` stands for any characters, `_` for one, `\` takes the special meaning
    /// away; capital and small letters are equal, and a letter without an accent stands for those with one.
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
