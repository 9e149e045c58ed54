/// The pictures that may be fetched for a client, and the limits of a fetch.
///
/// Unless set otherwise, only public addresses at the ports 80 and 443 are fetched, so that nobody can reach through
/// this server what only this server can reach.
public struct FetchPolicy: Hashable, Sendable {
    /// Folders whose files may be read as `file:` URLs, absolute paths. Default none.
    package var folders: [String]
    /// Private, loopback and link-local addresses may be fetched, and every port. Default false.
    package var allowsPrivate: Bool
    /// `host` or `host:port`: these hosts may have any address, at the port named or at 80 and 443. Default none.
    package var hosts: Set<String>
    /// Bytes of one picture. Default 10 MiB.
    package var byteLimit: Int
    /// For all of a fetch, name resolution and redirects included, in seconds. Default 5. A host that sends less than
    /// 512 bytes a second for half of that time is given up.
    package var seconds: Double
    /// The most redirects of one fetch. Default 3.
    package var redirects: Int
    /// The fetches for searches that run at a time, and as many for insertions; at least 1. Default 16. With fewer than
    /// 4, insertions from a host that does not answer hold up those from other hosts for longer.
    package var concurrency: Int
    /// A PEM file with the roots that certificates of hosts are checked against. Nil, the default, takes the system's.
    package var certificates: String?

    /// Creates a policy; each parameter has a default.
    ///
    /// - Parameters:
    ///   - folders: Folders whose files may be read as `file:` URLs, absolute paths. Default none.
    ///   - allowsPrivate: Private, loopback and link-local addresses may be fetched, and every port. Default false.
    ///   - hosts: `host` or `host:port`: these hosts may have any address, at the port named or at 80 and 443. Default
    ///     none.
    ///   - byteLimit: Bytes of one picture. Default 10 MiB.
    ///   - seconds: For all of a fetch, name resolution and redirects included. Default 5. A host that sends less than 512
    ///     bytes a second for half of that time is given up.
    ///   - redirects: The most redirects of one fetch. Default 3.
    ///   - concurrency: The fetches for searches that run at a time, and as many for insertions, 1…1024.
    ///     Default 16.
    ///   - certificates: A PEM file with the roots that certificates of hosts are checked against. Nil, the default, takes
    ///     the system's.
    public init(
        folders: [String] = [], allowsPrivate: Bool = false, hosts: Set<String> = [], byteLimit: Int = 10 << 20,
        seconds: Double = 5, redirects: Int = 3, concurrency: Int = 16, certificates: String? = nil
    ) {
        self.folders = folders
        self.allowsPrivate = allowsPrivate
        self.hosts = hosts
        self.byteLimit = byteLimit
        self.seconds = seconds
        self.redirects = redirects
        self.concurrency = concurrency
        self.certificates = certificates
    }

    /// Returns true if this host is in the list, so that its addresses are not checked.
    func trusts(_ host: String, port: Int, isDefaultPort: Bool) -> Bool {
        hosts.contains("\(host):\(port)") || isDefaultPort && hosts.contains(host)
    }
}
