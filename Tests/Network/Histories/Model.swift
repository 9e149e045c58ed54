/// The catalog as a sequential program has it: the value of each key, nil for an item that is not there.
struct Model: Hashable {
    var values: [Int?]
    /// True where several servers change it: one that has not heard of a removal yet may update the item, or remove it again,
    /// and the later change counts.
    var isShared = false

    /// Does an action.
    ///
    /// - Returns: False where the outcome is not the one that this state gives.
    mutating func apply(_ action: Action, _ outcome: Outcome) -> Bool {
        switch (action, outcome) {
        case (.insert(let key, let value), .done):
            values[key] = value
        case (.update(let key, let value), .done):
            guard isShared || values[key] != nil else { return false }
            values[key] = value
        case (.remove(let key), .done):
            guard isShared || values[key] != nil else { return false }
            values[key] = nil
        case (.update(let key, _), .missing), (.remove(let key), .missing), (.get(let key), .missing),
            (.find(let key), .missing), (.show(let key), .missing):
            return values[key] == nil
        case (.get(let key), .value(let value)), (.find(let key), .value(let value)),
            (.show(let key), .value(let value)):
            return values[key] == value
        case (.count, .number(let number)):
            return values.count { $0 != nil } == number
        default:
            return false
        }
        return true
    }
}
