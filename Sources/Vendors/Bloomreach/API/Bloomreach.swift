/// Requests and answers of Bloomreach Engagement's fetch calls, as values that client and server share.
///
/// There are two forms: that of projects, and that of streams. Requests are checked as a whole: one error has every
/// fault. Answers are read leniently: a row that cannot be read is left out and reported.
public enum Bloomreach {
    /// A place in a request or an answer, and the fault there.
    public typealias Fault = WireFormat.Fault

    /// The part of the service that a request goes to, which also decides its form.
    public enum Mode: Hashable, Sendable {
        /// A project, by its token.
        case project(token: String)
        /// A stream of the Data Hub, by its id.
        case stream(id: String)
    }

    /// The limits of the protocol, which client and server keep.
    package enum Limits {
        /// Items of an answer. The vendor suggests 100 as the most and has no least.
        package static let items = 1...100
        /// Items of all recommendations of a call. Ours.
        package static let itemsInAll = 1000
        /// Names of categories.
        package static let categories = 10
        /// Items to start from. Ours.
        package static let seeds = 100
        /// Names of a customer. Ours.
        package static let names = 10
        /// Bytes of a name of a customer or an item. Ours.
        package static let nameBytes = 512
        /// Attributes of a call. Ours.
        package static let attributes = 100
        /// Names of a whitelist. Ours.
        package static let whitelist = 1000
        /// Conditions of a catalog filter, at any depth. Ours.
        package static let conditions = 200
        /// Levels of a catalog filter. Ours: the vendor's filter has one.
        package static let depth = 16
        /// Values of a condition. Ours.
        package static let operands = 100
    }

    /// The call, by its path.
    package enum Operation: Hashable, Sendable {
        /// Recommendations and consents of a customer, in the form of projects.
        case attributes(project: String)
        /// Recommendations in the form of streams.
        case recommend(stream: String)
        /// The categories of consents.
        case categories(Mode)

        /// - Parameter path: Decoded, without a slash at its end.
        package init?(path: String) {
            let parts = path.split(separator: "/").map(String.init)
            if parts.count == 5, parts[0] == "optimization", parts[1] == "streams",
                parts[3...] == ["recommend", "user"]
            {
                self = .recommend(stream: parts[2])
                return
            }
            guard parts.count == 6, parts[0] == "data", parts[1] == "v2" else { return nil }
            switch (parts[2], Array(parts[4...])) {
            case ("projects", ["customers", "attributes"]): self = .attributes(project: parts[3])
            case ("projects", ["consent", "categories"]): self = .categories(.project(token: parts[3]))
            case ("streams", ["consent", "categories"]): self = .categories(.stream(id: parts[3]))
            default: return nil
            }
        }

        /// The path with another text for the token of the project or the id of the stream.
        package func path(naming name: (String) -> String) -> String {
            switch self {
            case .attributes(let project): "/data/v2/projects/\(name(project))/customers/attributes"
            case .recommend(let stream): "/optimization/streams/\(name(stream))/recommend/user"
            case .categories(.project(let token)): "/data/v2/projects/\(name(token))/consent/categories"
            case .categories(.stream(let id)): "/data/v2/streams/\(name(id))/consent/categories"
            }
        }

        /// One operation of each kind, with `{id}` in the place of the name.
        package static let templates: [Operation] = [
            .attributes(project: "{id}"), .recommend(stream: "{id}"), .categories(.project(token: "{id}")),
            .categories(.stream(id: "{id}")),
        ]

        /// The path with `{id}` in the place of the name.
        package var template: String { path { _ in "{id}" } }
    }
}
