internal import ImageTypes

/// The reason that a step failed. The state of the session stays as it was.
public enum StepError: Error, Hashable, Sendable {
    /// The id is not one of the candidates of the current step.
    case notACandidate(String)
    /// Steps to go back are counted from 1.
    case stepsNotPositive(Int)
    /// The directory holds nothing at all.
    case noData
    /// The data ends at the candidate with this id, which is no destination.
    case incompleteData(at: String)
    /// The destination was reached; nothing can be selected behind it.
    case alreadyArrived
    /// A part of the path is no longer in the data. The session can go on at `holds`, the deepest part that is.
    case dataChanged(holds: StepPath)
    /// A value of the call is out of its range; the text names it and the accepted values.
    case invalidArgument(String)
    /// The file of the directory, or the server, does not answer as it should; the text says why.
    case unavailable(String)
    /// The task was cancelled before there was an answer.
    case cancelled
}

extension StepError: CancellableError {}

extension StepError: CustomStringConvertible {
    /// The machine-readable name, as in JSON.
    public var code: String {
        switch self {
        case .notACandidate: "notACandidate"
        case .stepsNotPositive: "stepsNotPositive"
        case .noData: "noData"
        case .incompleteData: "incompleteData"
        case .alreadyArrived: "alreadyArrived"
        case .dataChanged: "dataChanged"
        case .invalidArgument: "invalidArgument"
        case .unavailable: "unavailable"
        case .cancelled: "cancelled"
        }
    }

    /// The fault and, where known, the remedy, in one sentence without an initial capital letter or a period.
    public var description: String {
        switch self {
        case .notACandidate(let id): "'\(id)' is not one of the candidates of this step"
        case .stepsNotPositive(let steps): "going back takes 1 step or more, not \(steps)"
        case .noData: "there is nothing to choose from: the hierarchy is empty"
        case .incompleteData(let id): "the data ends at '\(id)', which is not a destination"
        case .alreadyArrived: "the destination was reached; go back to choose again"
        case .dataChanged(let path):
            path.ids.isEmpty
                ? "the data changed and nothing of the path is left; go on at the first step"
                : "the data changed; the path still holds up to '\(path.ids.last ?? "")'"
        case .invalidArgument(let text), .unavailable(let text): text
        case .cancelled: "cancelled"
        }
    }
}

/// As `{"code":"…","message":"…"}` with the values of the case beside them. The message is for people.
extension StepError: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, id, steps, path, locale
    }

    /// Decodes an error by its `code`; an unknown code becomes ``unavailable(_:)`` with its message.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
        switch try text(.code) {
        case "notACandidate": self = .notACandidate(try text(.id))
        case "stepsNotPositive": self = .stepsNotPositive(try container.decode(Int.self, forKey: .steps))
        case "noData": self = .noData
        case "incompleteData": self = .incompleteData(at: try text(.id))
        case "alreadyArrived": self = .alreadyArrived
        case "dataChanged":
            self = .dataChanged(
                holds: StepPath(
                    try container.decode([String].self, forKey: .path),
                    locale: try container.decodeIfPresent(String.self, forKey: .locale)))
        case "invalidArgument": self = .invalidArgument(try text(.message))
        case "cancelled": self = .cancelled
        default: self = .unavailable(try text(.message))
        }
    }

    /// Encodes the code, the message and the values of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(description, forKey: .message)
        switch self {
        case .notACandidate(let id), .incompleteData(let id): try container.encode(id, forKey: .id)
        case .stepsNotPositive(let steps): try container.encode(steps, forKey: .steps)
        case .dataChanged(let path):
            try container.encode(path.ids, forKey: .path)
            try container.encodeIfPresent(path.locale, forKey: .locale)
        case .noData, .alreadyArrived, .invalidArgument, .unavailable, .cancelled: break
        }
    }
}

/// The answer of the route `/steps`: `{"answer":…}` or `{"error":…}`.
package enum StepReply: Codable, Sendable {
    case answer(StepAnswer)
    case failure(StepError)

    private enum CodingKeys: String, CodingKey {
        case answer, error
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let error = try container.decodeIfPresent(StepError.self, forKey: .error) {
            self = .failure(error)
        } else {
            self = .answer(try container.decode(StepAnswer.self, forKey: .answer))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .answer(let answer): try container.encode(answer, forKey: .answer)
        case .failure(let error): try container.encode(error, forKey: .error)
        }
    }

    /// The path of the route.
    package static let path = "/steps"

    /// The answer, or the error thrown.
    package func get() throws(StepError) -> StepAnswer {
        switch self {
        case .answer(let answer): return answer
        case .failure(let error): throw error
        }
    }
}
