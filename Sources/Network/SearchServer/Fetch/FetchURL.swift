internal import Essentials

/// A URL that was parsed once, by one parser, and has only regular parts.
package struct FetchURL: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case http, https, file
    }

    enum Host: Hashable, Sendable {
        case address(IPAddress)
        case name(String)
    }

    package let scheme: Scheme
    /// Nil for files.
    let host: Host?
    let port: Int
    private let components: URLComponents

    /// Blanks and letters beyond ASCII in the path are treated as if they were percent-encoded. Nil for control
    /// characters, user names, hosts that are neither a plain name nor the usual spelling of an address, and schemes
    /// other than http, https and file.
    package init?(_ text: String) {
        guard let encoded = FetchURL.encoded(text), var components = URLComponents(string: encoded),
            let scheme = components.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            components.user == nil, components.password == nil
        else { return nil }
        components.fragment = nil
        components.scheme = scheme.rawValue
        let host = components.encodedHost ?? ""
        if scheme == .file {
            guard host.isEmpty || host.lowercased() == "localhost", components.port == nil else { return nil }
            self.host = nil
            port = 0
        } else {
            guard let parsed = FetchURL.host(host) else { return nil }
            self.host = parsed
            port = components.port ?? (scheme == .http ? 80 : 443)
            guard (1...65535).contains(port) else { return nil }
        }
        self.scheme = scheme
        self.components = components
    }

    /// Returns the target of a redirect. Nil for an invalid URL, and for files: only callers may name those.
    func redirected(to location: String) -> FetchURL? {
        guard let encoded = FetchURL.encoded(location), let base = components.url,
            let target = URL(string: encoded, relativeTo: base), let url = FetchURL(target.absoluteString),
            url.scheme != .file
        else { return nil }
        return url
    }

    var isDefaultPort: Bool { port == 80 || port == 443 }

    /// In lower case, without the dot at the end; version 6 between brackets.
    package var hostText: String {
        switch host {
        case .address(let address): address.inURL
        case .name(let name): name
        case nil: ""
        }
    }

    /// The host's name; nil where it is an address.
    var name: String? { if case .name(let name) = host { name } else { nil } }

    /// The URL for the request.
    var text: String? {
        var components = components
        components.encodedHost = hostText
        return components.url?.absoluteString
    }

    /// Returns a URL for the log: without its query, which may hold keys, and without a name and a password before its
    /// host, on one line and cut to a bounded length. A text that is no URL may hold them, too.
    package static func inLog(_ text: String) -> String {
        let scalars = text.unicodeScalars.map {
            $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0)
        }
        var rest = scalars[...]
        var start = ""
        if let scheme = scalars.firstRange(of: Array("//")), !scalars[..<scheme.lowerBound].contains("@") {
            start = String(scalars[..<scheme.upperBound].suffix(20))
            rest = scalars[scheme.upperBound...]
        } else if !scalars.contains("@") || !scalars.contains(":") {
            // No URL and no password: the name of an item.
            return bounded(scalars.prefix { $0 != "?" && $0 != "#" })
        }
        var authority = rest.prefix { !"/?#\\".contains($0) }
        let path = rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") {
            start += "…"
            authority = authority[at...]
        } else if let colon = authority.lastIndex(of: ":"), authority.last != "]",
            rest[authority.endIndex...].contains("@") || !authority[colon...].dropFirst().allSatisfy(\.isNumber)
        {
            // A password with a slash or a question mark in it ends the authority for a reader of URLs, not for a person.
            return bounded(start + "…")
        }
        return bounded(start + String(authority) + String(path))
    }

    private static func bounded(_ text: some Sequence<Character>) -> String {
        String(String.UnicodeScalarView(String(text).unicodeScalars.prefix(200)))
    }

    /// For files.
    var path: String { components.path }

    /// Returns the text percent-encoded. Nil for control characters; other characters that no URL may have become
    /// percent-encoded bytes. Nil as well for such bytes in a host: the parser would read them as the digits and
    /// letters that they resemble.
    private static func encoded(_ text: String) -> String? {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, 0x7f: return nil
            case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), 0x80...:
                encoded += "%" + String(byte, radix: 16, uppercase: true)
            default: encoded.unicodeScalars.append(UnicodeScalar(byte))
            }
        }
        if encoded.hasPrefix("/"), !encoded.hasPrefix("//") { return encoded }
        let authority = encoded.firstRange(of: "//").map { encoded[$0.upperBound...].prefix { !"/?#".contains($0) } }
        return authority?.contains("%") == true ? nil : encoded
    }

    private static func host(_ text: String) -> Host? {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let inside = String(text.dropFirst().dropLast())
            return IPAddress(inside).flatMap { $0.bytes.count == 16 ? .address($0) : nil }
        }
        let name = (text.hasSuffix(".") ? String(text.dropLast()) : text).lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, let last = labels.last,
            labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) })
        else { return nil }
        // Some programs read every name that ends in a number as an address: `127.1`, `2130706433`, `0x7f.1`.
        if last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || last.hasPrefix("0x") {
            return IPAddress(name).map(Host.address)
        }
        return .name(name)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
