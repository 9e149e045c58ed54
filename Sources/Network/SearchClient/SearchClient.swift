package import Foundation

/// A client of ViSearch or of Magpie's own routes: ViSenze's service, or a server of your own.
///
/// `import ViSearchClient` gives it the calls of ViSearch; ``RemoteEngine`` and ``RemoteSteps`` are Magpie's own. A
/// value without global state; make as many as you like, and copy them. Calls may run at the same time. A call that is
/// cancelled ends its request. All calls throw ``ClientError``, with `service` when the service says `fail`.
public struct SearchClient: Sendable {
    /// To change it, make another client.
    public let configuration: ClientConfiguration
    let transport: any Transport
    let preparer: (any PicturePreparer)?
    package var pacing = Pacing()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - configuration: The service, the credentials and the timeouts.
    ///   - transport: The way to the service. Default that of Foundation.
    ///   - preparer: Makes pictures ready for uploads. Default ``standardPreparer``; nil sends pictures as they are,
    ///     with their metadata, such as the place where they were taken.
    public init(
        _ configuration: ClientConfiguration, transport: any Transport = URLSessionTransport(),
        preparer: (any PicturePreparer)? = SearchClient.standardPreparer
    ) {
        self.configuration = configuration
        self.transport = transport
        self.preparer = preparer
    }

    /// The preparer of clients that are given none: on Apple's systems an `ImageIOPreparer`, elsewhere nil.
    public static var standardPreparer: (any PicturePreparer)? {
        #if canImport(ImageIO)
            ImageIOPreparer()
        #else
            nil
        #endif
    }

    /// The headers of every request.
    package var headers: [String: String] {
        var headers = ["X-Requested-With": "magpie-swift", "Accept": "application/json"]
        if case .keys(let access, let secret) = configuration.credentials {
            headers["Authorization"] = "Basic " + Data("\(access):\(secret)".utf8).base64EncodedString()
        }
        return headers
    }

    /// The URL of a path of the service.
    package func url(_ path: String, query: String = "") throws(ClientError) -> URL {
        var base = configuration.baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard let url = URL(string: base + path + (query.isEmpty ? "" : "?" + query)), url.scheme != nil else {
            throw .invalidArgument("\(configuration.baseURL) is no base URL")
        }
        return url
    }
}

extension HTTPReply {
    /// The status is one of success.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The beginning of the body as text, for messages.
    package var excerpt: String { String(decoding: body.prefix(500), as: UTF8.self) }
}

extension String {
    /// As one part of a path.
    package var pathEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
    }
}
