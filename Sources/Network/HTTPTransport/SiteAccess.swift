/// The pages of other sites that may call a server from within a browser, and the names that it answers to.
///
/// A browser sends requests for any page that it shows, from this machine and with the credentials that it remembers.
/// Such a request is recognized by its `Origin`, `Sec-Fetch-Site` or `Referer`; and by its `Host`, where the page's own
/// name was made to resolve to this machine (DNS rebinding).
struct SiteAccess: Sendable {
    /// The page that a request comes from.
    enum Page: Equatable {
        /// No page of another site: a program, an address that a person typed, or a page of this server.
        case own
        /// An allowed page; its origin, where the request has one.
        case allowed(String?)
        case foreign
    }

    private let origins: Set<String>
    private let names: Set<String>
    let allowsAll: Bool

    init(_ configuration: ServerConfiguration) {
        origins = Set(configuration.allowedOrigins.map { $0.lowercased() })
        allowsAll = origins.contains("*")
        names = Set(
            (configuration.hostNames + [configuration.host, "localhost"]).map { name in
                (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
            })
    }

    /// True if the answer depends on the origin of the page.
    var varies: Bool { !origins.isEmpty && !allowsAll }

    func page(of headers: HTTPHeaders) -> Page {
        let host = headers["Host"]
        if let origin = headers["Origin"] {
            guard headers.all.count(where: { $0.name.isSame(as: "Origin") }) == 1 else { return .foreign }
            if isOwn(origin, host) { return .own }
            return allows(origin) ? .allowed(origin) : .foreign
        }
        // Pictures and links have no Origin. A page can withhold its Referer, but cannot forge it.
        let referrer = headers["Referer"].flatMap(Self.origin(ofURL:))
        switch headers["Sec-Fetch-Site"] {
        case "same-origin", "none": return .own
        case nil:
            guard let referrer, !isOwn(referrer, host) else { return .own }
            return allows(referrer) ? .allowed(nil) : .foreign
        default: return referrer.map(allows) == true ? .allowed(nil) : .foreign
        }
    }

    /// Returns true if a `Host`, or the authority of a URL, names this machine or is a configured name of this server.
    func isKnown(host: String) -> Bool {
        // No browser leaves it empty.
        if host.isEmpty { return true }
        let name = Self.name(ofHost: host)
        return names.contains(name) || IPAddress(name)?.isLoopback == true
    }

    private func allows(_ origin: String) -> Bool { allowsAll || origins.contains(origin.lowercased()) }

    /// A page of this very server. Its scheme may be another, where a proxy in front speaks TLS.
    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let host = host?.lowercased(), !host.isEmpty, let end = origin.firstRange(of: "://")?.upperBound else {
            return false
        }
        let authority = origin[end...].lowercased()
        let port = origin.lowercased().hasPrefix("https:") ? ":443" : ":80"
        return authority == host || authority + port == host || authority == host + port
    }

    /// `scheme://host:port` of a URL.
    private static func origin(ofURL url: String) -> String? {
        guard let end = url.firstRange(of: "://")?.upperBound else { return nil }
        return String(url[..<end] + url[end...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// In lower case, without port and brackets, and without the dot with which a name may end.
    private static func name(ofHost host: String) -> String {
        if host.hasPrefix("[") { return host.dropFirst().prefix { $0 != "]" }.lowercased() }
        let name = host.prefix { $0 != ":" }.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

extension ServerConfiguration {
    /// Tests for a numeric address of IP version 4 or 6.
    package static func isAddress(_ text: String) -> Bool { IPAddress(text) != nil }

    /// Tests for an origin as browsers send it, `https://shop.example` or `http://localhost:3000`, or `*`.
    package static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let range = text.firstRange(of: "://") else { return false }
        let (scheme, authority) = (text[..<range.lowerBound], text[range.upperBound...])
        return !scheme.isEmpty && !authority.isEmpty
            && (scheme + authority).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@,\\*\"".utf8.contains($0) }
    }
}
