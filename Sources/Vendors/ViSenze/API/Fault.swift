extension ViSenze {
    /// The reason why a request is refused: the text that travels, and the number where there is one.
    package struct Fault<Dialect: ViSenze.Dialect>: Error, Hashable, Sendable, Codable, CustomStringConvertible {
        /// Nil for faults that have no number.
        package var code: Int?
        /// The words of the service.
        package var text: String
        /// The answer repeats page and limit of the request; else both are 0, as with every bad parameter.
        package var echoesPage: Bool
        private var note = Note()

        /// The cause of the fault, for the log of a server. Never sent, and ignored when faults are compared.
        package var reason: String? { note.text }

        private enum CodingKeys: CodingKey {
            case code, text, echoesPage
        }

        /// Creates a fault with the words of the service.
        package init(code: Int? = nil, _ text: String, echoesPage: Bool = false) {
            self.code = code
            self.text = text
            self.echoesPage = echoesPage
        }

        /// Returns the same fault with its cause; nil for none.
        package func because(_ reason: String?) -> Self {
            var fault = self
            fault.note.text = reason
            return fault
        }

        /// The words of the service, with the number where there is one.
        package var description: String { code.map { "\(text) (\($0))" } ?? text }
    }

    /// Text that is equal to any other.
    private struct Note: Hashable, Sendable {
        var text: String?

        static func == (_: Note, _: Note) -> Bool { true }
        func hash(into _: inout Hasher) {}
    }
}

extension ViSenze.Fault: ParameterFault {
    package static var listValues: Int { ViSenze.Limits.listValues }

    /// A parameter that is not what it should be.
    package static func invalid(_ text: String) -> Self { Self(code: Dialect.codeOfInvalid, text) }

    /// A value outside its range; `rule` goes on after the name of the parameter.
    package static func outside(_ name: String, _ rule: String, _ value: String) -> Self {
        .invalid("\(name) \(rule)" + (Dialect.namesValues ? ", not \(value)." : ""))
    }

    /// A service with too much to do; the request may be tried again.
    package static var busy: Self { Self(code: 31, "System busy, please try again later.") }
    /// A fault of the service.
    package static var systemError: Self { Self(code: 32, "A system error is reported.") }
    /// A query picture in a format that is not decoded.
    package static var invalidImageFormat: Self { Self(code: 1102, "Invalid image file format.") }
    /// A query picture with sides beyond the limits.
    package static var invalidImageDimension: Self { Self(code: 1103, "The image format or dimension is invalid.") }
    /// A query picture, or its URL, that cannot be used.
    package static var invalidImage: Self { Self(code: 1104, "Invalid image or im_url.") }
    /// A query picture that could not be fetched.
    package static var queryNotDownloaded: Self { Self(code: 1105, "Could not download the image from im_url.") }
}
