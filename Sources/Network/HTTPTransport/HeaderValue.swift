internal import Essentials

/// A header value with parameters, such as `form-data; name="image"; filename="a;b.jpg"`.
struct HeaderValue {
    /// The value before the parameters, in lower case.
    let first: String
    private var parameters: [(name: String, value: String)] = []

    /// Quoted values may contain semicolons, and `\"` and `\\` are escapes of the characters themselves; any other
    /// backslash stays, as browsers send Windows paths with bare ones.
    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        first = rest.prefix { $0 != ";" }.trimmingBlanks().lowercased()
        rest = rest.drop { $0 != ";" }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
                value = rest.first == "\"" ? Self.quoted(&rest) : Self.bare(&rest)
            }
            parameters.append((name.trimmingBlanks().lowercased(), value))
            rest = rest.drop { $0 != ";" }
        }
    }

    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    private static func bare(_ rest: inout Substring) -> String {
        let value = rest.prefix { $0 != ";" }
        rest = rest[value.endIndex...]
        return value.trimmingBlanks()
    }

    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                value.append(rest.removeFirst())
            } else {
                value.append(character)
            }
        }
        return value
    }
}
