internal import Essentials

/// The client's address, and the path of the server, as a proxy in front of the server reports them.
struct Forwarding: Sendable {
    /// Numeric addresses whose `X-Forwarded-For` and `X-Forwarded-Prefix` are believed.
    let proxies: Set<String>

    /// The address of the client: the last one that no proxy of ours has. That of the connection, where the header is
    /// missing or has something else than addresses.
    func client(of connection: String, _ headers: HTTPHeaders) -> String {
        guard proxies.contains(connection) else { return connection }
        let named = headers.all.lazy.filter { $0.name.isSame(as: "X-Forwarded-For") }
        let hops = named.flatMap { $0.value.split(separator: ",").map { Self.address(String($0)) } }
        for hop in hops.reversed() {
            guard let hop else { return connection }
            if !proxies.contains(hop) { return hop }
        }
        return connection
    }

    /// The path at which a proxy of ours shows the server, from all its `X-Forwarded-Prefix` in their order: each proxy
    /// adds what it takes away. Nil without one, and where that is no path.
    func prefix(from connection: String, _ headers: HTTPHeaders) -> String? {
        guard proxies.contains(connection) else { return nil }
        let named = headers.all.lazy.filter { $0.name.isSame(as: "X-Forwarded-Prefix") }
        var path = ""
        for part in named.flatMap({ $0.value.split(separator: ",") }) {
            guard let part = ServerConfiguration.basePath(part.trimmingBlanks()) else { return nil }
            path += part
        }
        return path.isEmpty ? nil : ServerConfiguration.basePath(path)
    }

    /// A numeric address, perhaps in brackets or with a port; nil for anything else.
    private static func address(_ text: String) -> String? {
        var address = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if address.hasPrefix("[") {
            address = address.dropFirst().prefix { $0 != "]" }
        } else if address.count(where: { $0 == ":" }) == 1 {
            address = address.prefix { $0 != ":" }
        }
        return IPAddress(String(address)) == nil ? nil : String(address)
    }
}
