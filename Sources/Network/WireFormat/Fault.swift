/// A place in a request or an answer, and the fault there.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member, as `attributes[0].items.p456`; empty for the whole.
    public var path: String
    /// A sentence without a capital letter and without a period.
    public var text: String

    /// Creates a fault from its place and its sentence.
    public init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }

    /// The place and the sentence in one line.
    public var description: String { path.isEmpty ? text : "\(path): \(text)" }
}

/// All faults of a request.
package struct Faults: Error, Hashable, Sendable {
    package var all: [Fault]

    package init(_ all: [Fault]) { self.all = all }
}
