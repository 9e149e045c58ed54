/// The parts that the protocols of ViSenze share: ViSearch, and ProductSearch, its successor.
///
/// A hit is a picture in one of them and a product in the other. The groups, facets, objects and sets around hits are the
/// same, as are the places in a picture that a request names.
public enum ViSenze {
    /// The facts in which the faults of the protocols differ.
    package protocol Dialect {
        /// The number of a parameter that is not what it should be; nil where such faults have none.
        static var codeOfInvalid: Int? { get }
        /// A fault of a value outside its range ends with the value and a period.
        static var namesValues: Bool { get }
    }

    /// The outcome of a request, as the service reports it.
    public enum Status: String, Hashable, Sendable, Codable {
        /// Everything was done.
        case ok = "OK"
        /// Some was done, or the answer has warnings.
        case warning
        /// Nothing was done.
        case fail

        /// Reads the member `status`, which every answer has, in any case.
        package init(_ members: inout JSONMembers) throws(MalformedJSON) {
            guard let text = try members.text("status") else {
                throw MalformedJSON(path: "status", reason: "expected text, found nothing")
            }
            switch text.lowercased() {
            case "ok": self = .ok
            case "warning": self = .warning
            case "fail": self = .fail
            default: throw MalformedJSON(path: "status", reason: "expected OK, warning or fail, found \(text)")
            }
        }
    }

    /// The objects of a picture that count.
    public enum DetectionChoice: Hashable, Sendable, Codable {
        /// All objects that detection finds.
        case all
        /// Objects of this product type alone; one that the service does not know counts as `off`.
        case type(String)
        /// The whole picture.
        case off
    }

    /// The limits of the protocols, which client and server keep.
    package enum Limits {
        /// Hits of a page, of an object and of a group.
        package static let hits = SearchRequest.limits
        /// Objects of a picture, and points.
        package static let objects = Detection.limits
        /// Objects that are found where the request names no number.
        package static let defaultObjects = 5
        /// Bytes of the name of an item or a product.
        package static let nameBytes = 1...512
        /// Values of one list. No store has as many fields that somebody would ask for, or filters that make sense
        /// together.
        package static let listValues = 300
    }
}

extension String {
    /// An opaque key of 1…512 bytes, such as the name of an item or a product.
    package var isItemName: Bool { ViSenze.Limits.nameBytes.contains(utf8.count) && !utf8.allSatisfy { $0 == 0x20 } }
}
