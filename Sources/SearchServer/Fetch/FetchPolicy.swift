/// Which pictures may be fetched for a client, and what a fetch may cost.
///
/// Without a word to the contrary only public addresses at the ports 80 and 443 are fetched, so that nobody can reach
/// through this server what only this server can reach.
public struct FetchPolicy: Hashable, Sendable {
    /// Folders whose files may be read as `file:` URLs, absolute paths. Default none.
    public var folders: [String]
    /// Private, loopback and link-local addresses may be fetched, and every port. Default false.
    public var allowsPrivate: Bool
    /// `host` or `host:port`: these hosts may have any address, at the port named or at 80 and 443. Default none.
    public var hosts: Set<String>
    /// Bytes of one picture, counted after decompression. Default 10 MiB.
    public var byteLimit: Int
    /// For all of a fetch, name resolution and redirects included, in seconds. Default 5.
    public var seconds: Double
    /// How many redirects are followed. Default 3.
    public var redirects: Int
    /// How many fetches run at a time; others wait, within their time. Default 16.
    public var concurrency: Int

    public init(
        folders: [String] = [], allowsPrivate: Bool = false, hosts: Set<String> = [], byteLimit: Int = 10 << 20,
        seconds: Double = 5, redirects: Int = 3, concurrency: Int = 16
    ) {
        self.folders = folders
        self.allowsPrivate = allowsPrivate
        self.hosts = hosts
        self.byteLimit = byteLimit
        self.seconds = seconds
        self.redirects = redirects
        self.concurrency = concurrency
    }

    /// Whether this host was named, so that its addresses are not looked at.
    func trusts(_ host: String, port: Int, isDefaultPort: Bool) -> Bool {
        hosts.contains("\(host):\(port)") || isDefaultPort && hosts.contains(host)
    }
}

/// Why nothing was fetched. For the log only: a client hears one text for all of them, so that it learns nothing
/// about the network behind the server.
public enum FetchError: Error, Hashable, Sendable {
    /// No URL that is fetched here: another scheme, a user name, an odd spelling of a host.
    case invalidURL
    /// The host, or what it redirects to, is not to be fetched.
    case refused
    case unreachable
    case timedOut
    /// The answer was not 200.
    case status(Int)
    case tooLarge
    case tooManyRedirects
    /// A file that is not below one of the folders, or cannot be read.
    case file
}
