internal import Dispatch
internal import HTTPClient

/// One request of a fetch, without following redirects.
struct Download {
    enum Answer: Hashable, Sendable {
        case fetched(Fetched)
        case redirect(String)
    }

    private static let slowBytes = 512

    private var request: HTTPClient.Request

    /// - Parameters:
    ///   - pin: The addresses that are allowed.
    ///   - known: The version that need not come again.
    ///   - deadline: The end of the whole fetch.
    init(
        _ url: String, _ pin: HTTPClient.Pin, _ policy: FetchPolicy, unless known: FetchedVersion,
        until deadline: DispatchTime
    ) {
        let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline.uptimeNanoseconds)
        var headers = ["Accept": "image/*,*/*;q=0.5", "Accept-Encoding": "identity", Fetcher.mark: "1"]
        headers["If-None-Match"] = known.tag
        headers["If-Modified-Since"] = known.modified
        request = HTTPClient.Request("GET", url, headers: headers, timeout: end > now ? Double(end - now) / 1e9 : 0)
        request.pin = pin
        request.certificates = policy.certificates
        request.byteLimit = policy.byteLimit
        let slowSeconds = Int(min(max((policy.seconds / 2).rounded(.up), 1), 3600))
        request.leastRate = HTTPClient.Rate(bytes: Download.slowBytes, seconds: slowSeconds)
    }

    /// Blocks until the answer is there, or its time is over.
    func run(with client: HTTPClient, while goesOn: @escaping () -> Bool) throws(FetchError) -> Answer {
        let reply: HTTPClient.Reply
        do throws(HTTPClient.Failure) {
            reply = try client.sendBlocking(request, while: goesOn) { $0.status == 200 && !$0.isEncoded }
        } catch {
            throw FetchError(error)
        }
        if reply.status == 304, request.headers.keys.contains(where: { $0.hasPrefix("If-") }) {
            return .fetched(.unchanged)
        }
        if (300..<400).contains(reply.status), let location = reply.head["location"] { return .redirect(location) }
        if [429, 503].contains(reply.status) {
            throw .busy(status: reply.status, seconds: reply.head["retry-after"].flatMap { Int($0) })
        }
        guard reply.status == 200 else { throw .status(reply.status) }
        guard !reply.head.isEncoded else { throw .encoded }
        return .fetched(.new(reply.body, FetchedVersion(reply.head)))
    }
}

extension FetchError {
    fileprivate init(_ failure: HTTPClient.Failure) {
        switch failure {
        case .unreachable: self = .unreachable
        case .insecure: self = .insecure
        case .cutOff: self = .cutOff
        case .timedOut: self = .timedOut
        case .tooLarge: self = .tooLarge
        case .cancelled: self = .stopped
        case .missingLibrary, .fault, .shortage: self = .fault
        }
    }
}
