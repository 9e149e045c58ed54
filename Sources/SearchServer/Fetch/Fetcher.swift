internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Fetches the pictures that clients name by URL, as a ``FetchPolicy`` allows.
///
/// Every address of a host has to be allowed, at first and after each redirect. Over http the connection goes to the
/// very address that was looked at. Over https it goes to the name, for the certificate is checked against it: should
/// the name have got another address meanwhile, a host there is asked for a certificate of that name, which it does
/// not have, and nothing is sent or read. FoundationNetworking on Linux takes neither an address beside the name nor a
/// proxy of a session, which could dial the address.
public final class Fetcher: Sendable {
    /// Requests of ours carry it, so that a server does not fetch for a fetch.
    static let mark = "X-Magpie-Fetch"

    public let policy: FetchPolicy
    private let places: DispatchSemaphore

    public init(_ policy: FetchPolicy = FetchPolicy()) {
        self.policy = policy
        places = DispatchSemaphore(value: max(policy.concurrency, 1))
    }

    /// The bytes behind a URL. Blocks.
    public func fetch(_ text: String) throws(FetchError) -> [UInt8] {
        guard var url = FetchURL(text) else { throw .invalidURL }
        if url.scheme == .file { return try readFile(url.path) }
        let deadline = DispatchTime.now() + policy.seconds
        guard places.wait(timeout: deadline) == .success else { throw .timedOut }
        defer { places.signal() }
        for _ in 0...policy.redirects {
            switch try ask(url, until: deadline) {
            case .bytes(let bytes): return bytes
            case .redirect(let location):
                guard let next = url.redirected(to: location) else { throw .refused }
                url = next
            }
        }
        throw .tooManyRedirects
    }

    /// Asks one address after the other until one answers.
    private func ask(_ url: FetchURL, until deadline: DispatchTime) throws(FetchError) -> Download.Answer {
        var failure = FetchError.unreachable
        for address in try allowedAddresses(of: url, until: deadline).prefix(4) {
            do throws(FetchError) {
                return try Download.run(request(url, at: address), byteLimit: policy.byteLimit, until: deadline)
            } catch {
                guard error == .unreachable, url.scheme == .http else { throw error }
                failure = error
            }
        }
        throw failure
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

    private func request(_ url: FetchURL, at address: IPAddress) throws(FetchError) -> URLRequest {
        guard let target = url.url(at: url.scheme == .http ? address : nil) else { throw .invalidURL }
        // The deadline is kept by who waits; URLSession's own would come at moments that it does not survive.
        var request = URLRequest(url: target, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 3600)
        request.setValue(url.hostAndPort, forHTTPHeaderField: "Host")
        request.setValue("image/*,*/*;q=0.5", forHTTPHeaderField: "Accept")
        request.setValue("magpie", forHTTPHeaderField: "User-Agent")
        request.setValue("1", forHTTPHeaderField: Fetcher.mark)
        return request
    }

    /// A file below one of the folders, links resolved on both sides.
    private func readFile(_ path: String) throws(FetchError) -> [UInt8] {
        guard !policy.folders.isEmpty, !path.utf8.contains(0), let file = realPath(path),
            policy.folders.compactMap(realPath).contains(where: { file.hasPrefix($0 == "/" ? $0 : $0 + "/") })
        else { throw .file }
        // Safe: the path ends with NUL; the system fills one structure.
        let descriptor = unsafe open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .file }
        guard let data = try? handle.read(upToCount: policy.byteLimit + 1) else { throw .file }
        guard data.count <= policy.byteLimit else { throw .tooLarge }
        return Array(data)
    }

    private func realPath(_ path: String) -> String? {
        // Safe: the system allocates the path, which is copied and freed here.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    /// Takes the proxies out of the environment of this process: libcurl would hand them the URLs, and resolve the
    /// names elsewhere. To be called before there are other threads.
    public static func forgetProxies() {
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            // Safe: no other thread reads the environment yet.
            _ = unsafe unsetenv(name)
        }
    }
}
