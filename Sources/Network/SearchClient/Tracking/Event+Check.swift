internal import Foundation
internal import WireFormat

extension Event {
    /// Checks the event by ``EventRules/strict``, and for values that the wire form cannot hold.
    func check() throws(EventError) {
        // Members are made of it.
        guard abs(time.timeIntervalSince1970) < 1e12 else {
            throw .invalid(parameter: "ts", reason: "no event happens then")
        }
        if details.numbers.count > 5 { throw .invalid(parameter: "n6", reason: "there are five numbers, n1 to n5") }
        if details.texts.count > 5 { throw .invalid(parameter: "s6", reason: "there are five texts, s1 to s5") }
        do throws(EventRules.Violation) {
            try EventRules.strict.check(members.compactMapValues(\.text))
        } catch {
            throw EventError(error)
        }
    }
}

extension EventError {
    fileprivate init(_ violation: EventRules.Violation) {
        self =
            switch violation {
            case .missing(let name): .missing(parameter: name)
            case .tooLong(let name, let limit): .tooLong(parameter: name, limit: limit)
            case .notANumber(let name): .invalid(parameter: name, reason: "it must be a number")
            case .notAnInteger(let name): .invalid(parameter: name, reason: "it must be a whole number")
            case .tooLarge(let name): .invalid(parameter: name, reason: "it is too large for a number")
            case .belowMinimum("pos", _): .invalid(parameter: "pos", reason: "the first position is 1")
            case .belowMinimum(let name, let least): .invalid(parameter: name, reason: "it must be \(least) or more")
            case .notACurrency: .invalid(parameter: "currency", reason: "it must be three letters")
            case .oversized(let name): .invalid(parameter: name, reason: "it is too long")
            case .tooManyBytes(let limit, _):
                .invalid(parameter: "action", reason: "the event has more than \(limit) bytes")
            case .tooManyParameters(let limit):
                .invalid(parameter: "action", reason: "the event has more than \(limit) parameters")
            }
    }
}
