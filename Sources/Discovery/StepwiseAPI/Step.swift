/// The whole state of a session: what was selected, from the top, and the language of the labels.
///
/// It is all that has to be kept, by an app or in a link, to go on later.
public struct StepPath: Hashable, Sendable, Codable {
    /// The ids of the selected candidates, the top first.
    public var ids: [String]
    /// The language of labels as a BCP 47 tag, such as `en-GB`. Nil is the language of the data itself, which is also
    /// used where there is no label in the locale or in its language.
    public var locale: String?

    /// Creates a path; without ids, it is the top.
    public init(_ ids: [String] = [], locale: String? = nil) {
        self.ids = ids
        self.locale = locale
    }
}

/// The current step of a session.
public enum Step: Hashable, Sendable {
    /// A candidate has to be selected; `path` holds what was selected so far.
    case choose(from: StepPage, path: [Candidate])
    /// The destination; it is also the last of `path`.
    case arrived(Candidate, path: [Candidate])

    /// The candidates that were selected, the top first.
    public var path: [Candidate] {
        switch self {
        case .choose(_, let path), .arrived(_, let path): path
        }
    }
}

/// A part of the candidates of a step, in their order.
public struct StepPage: Hashable, Sendable, Codable {
    /// The candidates of the page. Empty behind the last one.
    public var candidates: [Candidate]
    /// The number of candidates before the first of the page.
    public var offset: Int
    /// All candidates of the step that begin with the prefix.
    public var total: Int

    package init(_ candidates: [Candidate], offset: Int, total: Int) {
        self.candidates = candidates
        self.offset = offset
        self.total = total
    }
}

/// A candidate deep in the hierarchy that words have found.
public struct StepMatch: Hashable, Sendable, Codable {
    /// The candidates from the top down to the one that was found.
    public var path: [Candidate]

    package init(path: [Candidate]) { self.path = path }

    /// The ids of the candidates, for `StepSession.go(to:)`.
    public var ids: [String] { path.map(\.id) }
}

/// The answer to a ``StepCall``.
public struct StepAnswer: Hashable, Sendable {
    /// The state after the action, to be handed in with the next call.
    public var path: StepPath
    /// The step at that state.
    public var step: Step
    /// The places at or below that state that the words of the call have found, best first; empty for a call without words.
    public var found: [StepMatch]

    package init(path: StepPath, step: Step, found: [StepMatch] = []) {
        self.path = path
        self.step = step
        self.found = found
    }
}

/// As `{"path":[…],"locale":"en","selected":[…],"arrived":false,"candidates":[…],"offset":0,"total":12,"found":[…]}`;
/// the last four are left out where there is nothing to say.
extension StepAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, locale, selected, arrived, candidates, offset, total, found
    }

    /// Decodes an answer of a server.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = StepPath(
            try container.decode([String].self, forKey: .path),
            locale: try container.decodeIfPresent(String.self, forKey: .locale))
        let selected = try container.decode([Candidate].self, forKey: .selected)
        if try container.decode(Bool.self, forKey: .arrived) {
            guard let last = selected.last else {
                throw DecodingError.dataCorruptedError(
                    forKey: .selected, in: container, debugDescription: "nothing was selected")
            }
            step = .arrived(last, path: selected)
        } else {
            let page = StepPage(
                try container.decode([Candidate].self, forKey: .candidates),
                offset: try container.decode(Int.self, forKey: .offset),
                total: try container.decode(Int.self, forKey: .total))
            step = .choose(from: page, path: selected)
        }
        found = try container.decodeIfPresent([StepMatch].self, forKey: .found) ?? []
    }

    /// Encodes the answer as one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path.ids, forKey: .path)
        try container.encodeIfPresent(path.locale, forKey: .locale)
        try container.encode(step.path, forKey: .selected)
        switch step {
        case .choose(let page, _):
            try container.encode(false, forKey: .arrived)
            try container.encode(page.candidates, forKey: .candidates)
            try container.encode(page.offset, forKey: .offset)
            try container.encode(page.total, forKey: .total)
        case .arrived: try container.encode(true, forKey: .arrived)
        }
        if !found.isEmpty { try container.encode(found, forKey: .found) }
    }
}
