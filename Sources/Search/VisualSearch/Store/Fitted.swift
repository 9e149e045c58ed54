/// A value in the type of its field.
struct Fitted {
    var field: Field
    var value: AttributeValue
    /// The text that a number was given as.
    var text: String?

    /// Nil when the value does not fit. A field whose type was only guessed accepts numbers as texts, and as a field of
    /// strings also numbers.
    init?(_ field: Field, _ value: AttributeValue, isGuessed: Bool) {
        self.field = field
        switch (value, field.type) {
        case (.string(let text), .int), (.string(let text), .float), (.text(let text), .int), (.text(let text), .float):
            // A code that a number would change makes strings of the field.
            guard isGuessed, PlainNumber(text) != nil, let number = AttributeValue(text, as: field.type) else {
                return nil
            }
            (self.value, self.text) = (number, text)
        case (.int, .string), (.float, .string):
            guard isGuessed, value.number?.isFinite == true else { return nil }
            self.value = .string(value.written)
        default:
            guard let value = value.converted(to: field.type) else { return nil }
            self.value = value
        }
    }

    /// Keeps the text that the same number was given as before, where no new one is given.
    mutating func keepText(_ before: String?) {
        guard let before, text == nil else { return }
        switch field.type {
        case .int, .float: if AttributeValue(before, as: field.type) == value { text = before }
        case .string:
            // The item may have been read before its number became a string.
            if let number = AttributeValue(before, as: .float), number.written == value.words.first {
                value = .string(before)
            }
        case .text, .bool, .list, .date: break
        }
    }
}
