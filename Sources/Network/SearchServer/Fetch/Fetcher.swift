internal import Dispatch
internal import Essentials
internal import HTTPClient
internal import Synchronization

/// Fetches the pictures that clients name by URL, as a ``FetchPolicy`` allows.
///
/// Every address of a host has to be allowed, at first and after each redirect, and the connection goes to one of these
/// very addresses, whatever the name resolves to a moment later. The certificate of a host is checked against its name.
package final class Fetcher: Sendable {
    /// Requests of ours carry it, so that a server does not fetch for a fetch.
    package static let mark = "X-Magpie-Fetch"
    /// Addresses of one host that are tried.
    private static let addressLimit = 4

    package let policy: FetchPolicy
    private let client = HTTPClient()
    private let isStopping = Atomic(false)

    package init(_ policy: FetchPolicy = FetchPolicy()) { self.policy = policy }

    /// The bytes behind a URL. Blocks.
    package func fetch(_ text: String) throws(FetchError) -> [UInt8] {
        switch try fetch(text, unless: FetchedVersion()) {
        case .new(let bytes, _): return bytes
        // Without a version no answer can be the same.
        case .unchanged: throw .status(304)
        }
    }

    /// The bytes behind a URL, unless they are those of a version. Blocks.
    package func fetch(_ text: String, unless known: FetchedVersion) throws(FetchError) -> Fetched {
        guard var url = FetchURL(text) else { throw .invalidURL }
        if url.scheme == .file { return .new(try AllowedFiles(policy: policy).read(url.path), FetchedVersion()) }
        let deadline = DispatchTime.now() + policy.seconds
        for _ in 0...max(policy.redirects, 0) {
            switch try ask(url, unless: known, until: deadline) {
            case .fetched(let fetched): return fetched
            case .redirect(let location):
                guard let next = url.redirected(to: location) else { throw .refused }
                url = next
            }
        }
        throw .tooManyRedirects
    }

    /// Ends running fetches within about a second, and begins no other.
    package func stop() { isStopping.store(true, ordering: .relaxed) }

    private func ask(
        _ url: FetchURL, unless known: FetchedVersion, until deadline: DispatchTime
    ) throws(FetchError) -> Download.Answer {
        let addresses = try allowedAddresses(of: url, until: deadline).prefix(Fetcher.addressLimit)
        guard let text = url.text else { throw .invalidURL }
        let pin = HTTPClient.Pin(name: url.name, port: url.port, addresses: addresses.map(\.text))
        return try Download(text, pin, policy, unless: known, until: deadline)
            .run(with: client, while: { !self.isStopping.load(ordering: .relaxed) })
    }

    /// Throws when one of the host's addresses is not allowed.
    private func allowedAddresses(
        of url: FetchURL, until deadline: DispatchTime
    ) throws(FetchError) -> [IPAddress] {
        let isTrusted = policy.trusts(url.hostText, port: url.port, isDefaultPort: url.isDefaultPort)
        guard isTrusted || policy.allowsPrivate || url.isDefaultPort else { throw .refused }
        let found: [IPAddress]
        switch url.host {
        case .address(let address): found = [address]
        case .name(let name): found = try addresses(of: name, until: deadline)
        case nil: throw .invalidURL
        }
        guard isTrusted || policy.allowsPrivate || found.allSatisfy(\.isPublic) else { throw .refused }
        return found
    }
}
