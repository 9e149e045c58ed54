/// The parameters of a request as they travel: names and values in order, names may repeat.
///
/// A query string, a form and the text parts of a multipart body all become one of these.
public struct Parameters: Hashable, Sendable, Codable {
    /// A name and a value, both as they are meant: nothing in them is encoded.
    public struct Parameter: Hashable, Sendable, Codable {
        /// The name, unescaped.
        public var name: String
        /// The value, unescaped.
        public var value: String

        /// Creates a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In the order in which they travel.
    package private(set) var all: [Parameter]

    /// Creates a list of parameters.
    package init(_ all: [Parameter] = []) { self.all = all }

    /// Adds a parameter at the end.
    package mutating func append(_ name: String, _ value: String) { all.append(Parameter(name, value)) }

    /// The first value with this name.
    package subscript(name: String) -> String? { all.first { $0.name == name }?.value }

    /// The first value of each name.
    package var firstValues: [String: String] { Dictionary(all.map { ($0.name, $0.value) }) { first, _ in first } }

    /// All values with this name, in order.
    package func values(_ name: String) -> [String] { all.lazy.filter { $0.name == name }.map(\.value) }
}
